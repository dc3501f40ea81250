import type { OrgId, OutputOf, Route, SentOf } from '@cairn/contracts';
import { z } from 'zod';

/** A route by its address. Its types come from the contract, whose schemas pages do not load. */
export const routeAt = <Of extends Route>(path: Of['path']) => ({
  method: 'POST' as const,
  path,
  access: 'viewer' as const,
  summary: '',
  params: z.object({ orgId: z.custom<OrgId>() }),
  input: z.custom<SentOf<Of>>(),
  output: z.custom<OutputOf<Of>>(),
});

/** A read by its address, which travels with the others that a page asks at once, as its contract says. */
export const readAt = <Of extends Route & { readonly batched: true }>(path: Of['path']) => ({
  ...routeAt<Of>(path),
  batched: true as const,
});
