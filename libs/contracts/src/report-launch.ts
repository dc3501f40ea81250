import { z } from 'zod';

/** The ranges that a report is read for, in words; the first is the default (E§9). */
export const REPORT_RANGES = { P7D: '7 days', P30D: '30 days', P90D: '90 days', P1Y: 'year' } as const;
export type ReportRange = keyof typeof REPORT_RANGES;

/** How a report is opened, in the parameter `s` of its address (E§2). */
export const ReportLaunch = z.object({
  /** Its name. */
  n: z.string().max(300),
  /** The ids of the topics that it shows. */
  d: z.array(z.string().max(64)).max(200),
  /** What it is narrowed to: values by the type of entity. */
  o: z.record(z.string().max(60), z.array(z.string().max(1_000)).max(100)),
  /** The range of time. */
  tf: z.enum(['P7D', 'P30D', 'P90D', 'P1Y']),
});
export type ReportLaunch = z.infer<typeof ReportLaunch>;

/** The address of a report that is narrowed to an entity and a range of time. */
export function reportAddress(orgId: string, reportId: string, launch: ReportLaunch): string {
  const [org, report, s] = [orgId, reportId, JSON.stringify(launch)].map(encodeURIComponent);
  return `/${String(org)}/reports/${String(report)}?s=${String(s)}&mode=render`;
}

/** How the parameter `s` of an address opens a report; null where there is none, or none that can be read. */
export function launchOf(s: string | null): ReportLaunch | null {
  try {
    return ReportLaunch.parse(JSON.parse(s ?? ''));
  } catch {
    return null;
  }
}
