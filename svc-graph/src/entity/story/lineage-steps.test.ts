import { describe, expect, it } from 'vitest';
import { stepsInOrder } from './lineage-steps.ts';

describe('the order of the steps of a change', () => {
  const ends = (release: string | null, incident: string | null) =>
    stepsInOrder((step) => (step === 'release' ? release : step === 'incident' ? incident : null)).slice(-3);

  it('ends with the release and the incidents, whichever came first', () => {
    expect(ends('2026-05-06T08:00:00.000Z', '2026-05-06T09:30:00.000Z')).toEqual([
      'pipeline',
      'release',
      'incident',
    ]);
    expect(ends('2026-05-07T08:00:00.000Z', '2026-05-06T09:30:00.000Z')).toEqual([
      'pipeline',
      'incident',
      'release',
    ]);
    expect(ends(null, '2026-05-06T09:30:00.000Z')).toEqual(['pipeline', 'release', 'incident']);
  });
});
