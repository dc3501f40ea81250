import type { ReportLaunch } from '@cairn/contracts';
import { z } from 'zod';

const Launch = z.object({
  n: z.string().max(300),
  d: z.array(z.string().max(64)).max(200),
  o: z.record(z.string().max(60), z.array(z.string().max(1_000)).max(100)),
  tf: z.enum(['P7D', 'P30D', 'P90D', 'P1Y']),
});

/** How the parameter `s` of an address opens a report; null where there is none, or none that can be read. */
export function launchOf(s: string | null): ReportLaunch | null {
  try {
    return Launch.parse(JSON.parse(s ?? ''));
  } catch {
    return null;
  }
}
