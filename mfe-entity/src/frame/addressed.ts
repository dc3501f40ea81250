import { createContext, useContext, useState } from 'react';

/** The parameters of the address of an entity's page. */
export interface PageAddress {
  readonly read: (name: string) => string | null;
  /** Writes parameters; null takes one away. A step of the history is one that Back goes back to. */
  readonly write: (values: Readonly<Record<string, string | null>>, isStep: boolean) => void;
}

const AddressContext = createContext<PageAddress | null>(null);
export const AddressProvider = AddressContext.Provider;

/** The parameters of a part, and the function that changes them: in the address of a page, and by itself in a drawer. */
export function useAddressed(isStep = false): {
  read: PageAddress['read'];
  write: (values: Readonly<Record<string, string | null>>, asStep?: boolean) => void;
} {
  const address = useContext(AddressContext);
  const [own, setOwn] = useState<Readonly<Record<string, string | null>>>({});
  if (address)
    return { read: address.read, write: (values, asStep = isStep) => address.write(values, asStep) };
  return { read: (name) => own[name] ?? null, write: (values) => setOwn({ ...own, ...values }) };
}
