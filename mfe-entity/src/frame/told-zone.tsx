import type { EntityDetail } from '@cairn/contracts';
import { HostProvider, useHost } from '@cairn/host';
import { isZone } from '@cairn/query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { KindPage } from '../kind-page/kind-page.ts';
import { useAddressed } from './addressed.ts';

/** The choice between the zone of a thing and that of its reader. */
interface ZoneChoice {
  /** The zone of the thing, and whose it is. */
  readonly own: { readonly zone: string; readonly whose: string };
  readonly readers: string;
  /** Whether the page is told in the zone of the thing. */
  readonly isOwn: boolean;
  readonly choose: (isOwn: boolean) => void;
}

const ChoiceContext = createContext<ZoneChoice | null>(null);

/** The choice of zones that the page offers; null where it is told in the zone of the reader alone. */
export function useZoneChoice(): ZoneChoice | null {
  return useContext(ChoiceContext);
}

const PARAMETER = 'zone';
const READERS = 'mine';

/** Tells everything inside in the zone of the thing, such as that of the person of a day, or of the reader who asks for theirs. */
export function ToldZone({
  entity,
  page,
  children,
}: {
  readonly entity: EntityDetail;
  readonly page: KindPage;
  readonly children: ReactNode;
}): ReactNode {
  const host = useHost();
  const { read, write } = useAddressed();
  const found = page.zone(entity);
  const own = found && isZone(found.zone) && found.zone !== host.timezone ? found : null;
  const isOwn = own !== null && read(PARAMETER) !== READERS;
  const timezone = isOwn ? own.zone : host.timezone;
  const told = useMemo(() => (timezone === host.timezone ? host : { ...host, timezone }), [host, timezone]);
  const choice = own && {
    own,
    readers: host.timezone,
    isOwn,
    choose: (next: boolean) => write({ [PARAMETER]: next ? null : READERS }),
  };
  return (
    <ChoiceContext value={choice}>
      <HostProvider value={told}>{children}</HostProvider>
    </ChoiceContext>
  );
}
