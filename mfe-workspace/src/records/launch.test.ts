import type { ReportLaunch } from '@cairn/contracts';
import { describe, expect, it } from 'vitest';
import { launchOf } from './launch.ts';

const LAUNCH: ReportLaunch = { n: 'Why & how?', d: ['t1'], o: { Issue: ['CATALOG-392'] }, tf: 'P30D' };

describe('how an address opens a report', () => {
  it('is read as it was written', () => {
    expect(launchOf(JSON.stringify(LAUNCH))).toEqual(LAUNCH);
  });

  it.each([null, '', '{', 'null', '{"n":"x"}', JSON.stringify({ ...LAUNCH, tf: 'P9Y' })])(
    'is nothing where it cannot be read: %s',
    (s) => expect(launchOf(s)).toBeNull(),
  );
});
