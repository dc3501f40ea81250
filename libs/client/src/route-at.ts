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
