import { describe, expect, it } from 'vitest';
import { launchOf, reportAddress, type ReportLaunch } from './report-launch.ts';

const LAUNCH: ReportLaunch = {
  n: 'How it went & why?',
  d: ['t1', 't2'],
  o: { Issue: ['CATALOG-392'] },
  tf: 'P30D',
};

describe('the address of a report', () => {
  it('says name, topics, filter and range of time, and is read again as it was written', () => {
    const [path, search = ''] = reportAddress('acme', 'r 1', LAUNCH).split('?');
    expect(path).toBe('/acme/reports/r%201');
    expect(search).toMatch(/^s=[^&]+&mode=render$/);
    const [, s = ''] = /s=([^&]+)/.exec(search) ?? [];
    expect(launchOf(decodeURIComponent(s))).toEqual(LAUNCH);
  });

  it.each([null, '', '{', 'null', '{"n":"x"}', JSON.stringify({ ...LAUNCH, tf: 'P9Y' })])(
    'narrows nothing where it cannot be read: %s',
    (s) => expect(launchOf(s)).toBeNull(),
  );
});
