import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingCalendar } from '@cairn/contracts';
import { type Graph, id, load, onIssue, onPull, openGraph, t } from '../../test/derived-graph.ts';
import { OrgCatalogues } from '../store/org-catalogues.ts';
import { readWorkdays } from './workdays.ts';

const HOUR = 3_600;
const hours = (opens: number, closes: number): WorkingCalendar => ({
  zone: 'UTC',
  days: [1, 2, 3, 4, 5],
  opens: opens * 60,
  closes: closes * 60,
  holidays: [],
});

let graph: Graph;
/** Ada and Ben each merged a pull request, and Ada resolved an issue. */
beforeEach(async () => {
  graph = await openGraph();
  await graph.publish(
    load('Person', { uuid: id('ada'), name: 'Ada' }, { uuid: id('ben'), name: 'Ben' }),
    load('Issue', { uuid: id('issue'), createdAt: t('2026-03-02 09:00') }),
    load('Relation', { fromUuid: id('issue'), toUuid: id('ada'), relation: 'assignee' }),
    load(
      'PullRequest',
      ...['ada', 'ben'].map((name) => ({
        uuid: id(`pr of ${name}`),
        createdAt: t('2026-03-02 09:00'),
        mergedAt: t('2026-03-04 09:00'),
        createdByUuid: id(name),
      })),
    ),
    load(
      'Event',
      ...['ada', 'ben'].map((name) =>
        onPull(`pr of ${name}`, '2026-03-02 09:00', 'created', name, { newStatus: 'Open' }),
      ),
      onIssue('issue', '2026-03-02 09:00', 'In Progress'),
      onIssue('issue', '2026-03-04 09:00', 'Done'),
    ),
  );
});
afterEach(() => graph.close());

const workdays = async () => Object.fromEntries(await readWorkdays(graph.store));

describe('a working day', () => {
  it('is that of the standard calendar where nobody set one', async () => {
    expect(await workdays()).toEqual({ PullRequest: 8 * HOUR, Issue: 8 * HOUR, TimeInStatus: 8 * HOUR });
  });

  it('is that of the calendars behind the rows, not of those that computed none', async () => {
    for (const person of ['ada', 'ben']) await graph.setCalendar(id(person), hours(9, 16));
    expect(await workdays()).toEqual({ PullRequest: 7 * HOUR, Issue: 7 * HOUR, TimeInStatus: 7 * HOUR });
  });

  it('is not told of a kind where calendars of several lengths meet', async () => {
    await graph.setCalendar(id('ada'), hours(9, 15));
    expect(await workdays()).toEqual({ Issue: 6 * HOUR, TimeInStatus: 6 * HOUR });
  });

  it('is in the unit of what the org measures in working time', async () => {
    await graph.setCalendar(id('ada'), hours(9, 15));
    const catalogue = await new OrgCatalogues({ open: async () => graph.store }).of('acme' as never);
    const unit = (kind: string) => catalogue.attribute(kind, 'cycleTime')?.unit;
    expect([unit('Issue'), unit('PullRequest')]).toEqual(['businesssecond:21600', 'businesssecond']);
    expect(catalogue.attribute('Issue', 'clockCycleTime')?.unit).toBe('second');
    expect(catalogue.attribute('Issue', 'cycleTime')?.label).toBe('Working cycle time');
  });
});
