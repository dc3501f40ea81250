import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';

/** The page of this front-end. */
export function App(): ReactNode {
  return <h1>Settings of {useHost().org.name}</h1>;
}
