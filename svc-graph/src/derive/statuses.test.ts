import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OrgId, type StatusCategory } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { writerOf } from '../store/graph-writer.ts';
import { PUBLISH } from '../store/load.ts';
import { OrgCatalogues } from '../store/org-catalogues.ts';
import { type Graph, id, load, onIssue, openGraph, t } from '../../test/derived-graph.ts';
import { readStatuses, statusStatements } from './statuses.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
  const name = { projectKey: 'CAI', deleted: false };
  await graph.publish(
    load(
      'Project',
      { uuid: id('cairn'), name: 'Cairn', ...name },
      { uuid: id('idle'), name: 'Idle', ...name },
    ),
    load(
      'Issue',
      issue('done', 'Done', 'done'),
      issue('tested', 'In QA', 'todo'),
      issue('new', 'To Do', 'todo'),
    ),
    load(
      'Event',
      ...['done', 'tested', 'new'].map((name_) => ({
        ...onIssue(name_, '2026-03-02 08:00', 'To Do', 'todo'),
        action: 'created',
      })),
      onIssue('done', '2026-03-02 10:00', 'In QA', 'todo'),
      onIssue('done', '2026-03-02 12:00', 'Done', 'done'),
      onIssue('tested', '2026-03-02 11:00', 'In QA', 'todo'),
    ),
  );
});
afterEach(() => graph.close());

function issue(name: string, status: string, statusCategory: string) {
  const createdAt = t('2026-03-02 08:00');
  return {
    uuid: id(name),
    name,
    status,
    statusCategory,
    createdAt,
    projectUuid: id('cairn'),
    deleted: false,
  };
}
const decide = (statuses: readonly { name: string; category: StatusCategory }[] | null) =>
  writerOf(graph.store).commit([...statusStatements(id('cairn'), statuses), PUBLISH]);
const issues = () =>
  graph.store.rows(
    `SELECT name, "statusCategory" AS category, "startedAt" IS NOT NULL AS started, "clockCycleTime"::INTEGER AS cycle
     FROM "Issue" ORDER BY name`,
  );

const AS_SENT = [
  { name: 'done', category: 'done', started: false, cycle: null },
  { name: 'new', category: 'todo', started: false, cycle: null },
  { name: 'tested', category: 'todo', started: false, cycle: null },
];

describe('the statuses of a project', () => {
  it('are those of its issues, in the order of their categories and of when issues enter them', async () => {
    expect(await readStatuses(graph.store)).toEqual([
      {
        project: { uuid: id('cairn'), name: 'Cairn' },
        decided: false,
        statuses: [
          { name: 'To Do', category: 'todo', issues: 1 },
          { name: 'In QA', category: 'todo', issues: 1 },
          { name: 'Done', category: 'done', issues: 1 },
        ],
      },
    ]);
  });

  it('count for measures as an admin decides, and as the source says once nobody does', async () => {
    expect(await issues()).toEqual(AS_SENT);
    await decide([
      { name: 'Done', category: 'done' },
      { name: 'in qa', category: 'inProgress' },
      { name: 'Planned', category: 'todo' },
    ]);
    expect(await issues()).toEqual([
      { name: 'done', category: 'done', started: true, cycle: 2 * 3_600 },
      { name: 'new', category: 'todo', started: false, cycle: null },
      { name: 'tested', category: 'inProgress', started: true, cycle: null },
    ]);
    const [project] = await readStatuses(graph.store);
    expect(project).toMatchObject({
      decided: true,
      // One that no issue was in stays where it was put; one that was not put comes last.
      statuses: [
        { name: 'Done', category: 'done' },
        { name: 'In QA', category: 'inProgress', issues: 1 },
        { name: 'Planned', category: 'todo', issues: 0 },
        { name: 'To Do', category: 'todo' },
      ],
    });
    const catalogues = new OrgCatalogues({ open: async () => graph.store });
    const readRanks = async () =>
      (await catalogues.of(OrgId.parse('acme'))).attribute('Issue', 'status')?.ranks ?? [];
    const ranks = await readRanks();
    expect(ranks.indexOf('done')).toBeLessThan(ranks.indexOf('in qa'));
    await decide(null);
    expect(await issues()).toEqual(AS_SENT);
    expect(await readRanks()).toEqual(CATALOGUE.attribute('Issue', 'status')?.ranks ?? []);
  });

  it('also count for an issue that comes later', async () => {
    await decide([{ name: 'In QA', category: 'done' }]);
    await graph.publish(
      load('Issue', issue('late', 'In QA', 'todo')),
      load('Event', onIssue('late', '2026-03-03 08:00', 'In QA', 'todo')),
    );
    expect(await graph.row(`SELECT "statusCategory" AS category FROM "Issue" WHERE name = 'late'`)).toEqual({
      category: 'done',
    });
  });
});
