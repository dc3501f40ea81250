import type { Row } from '../../store/load.ts';
import type { JiraPayload, IssueFields } from './shapes.ts';
import { JiraSprint } from './shapes.ts';
import type { SiteFields } from './custom-fields.ts';
import type { SiteRows } from './site-rows.ts';

/** Old servers write a sprint as a text: `…Sprint@1f[id=7,state=CLOSED,name=Seven,startDate=…]`. */
function writtenSprint(text: string): unknown {
  const inner = text.slice(text.indexOf('[') + 1, text.lastIndexOf(']'));
  const parts = inner.split(/,(?=[a-zA-Z]+=)/).map((part) => {
    const at = part.indexOf('=');
    const value = part.slice(at + 1);
    return [part.slice(0, at), value === '<null>' ? null : value];
  });
  return Object.fromEntries(parts) as unknown;
}

/** The sprints of an issue, each once: those of the agile API, and of the field that boards keep. */
export function issueSprints(fields: IssueFields, { sprints }: Pick<SiteFields, 'sprints'>): JiraSprint[] {
  const kept = sprints.flatMap((id) => {
    const value = fields[id];
    return Array.isArray(value) ? (value as unknown[]) : [value];
  });
  const values = [
    ...kept.map((value) => (typeof value === 'string' ? writtenSprint(value) : value)),
    ...fields.closedSprints,
  ];
  const parsed = [...values, fields.sprint].flatMap((value) => {
    const { success, data } = JiraSprint.safeParse(value);
    return success ? [data] : [];
  });
  return [...new Map(parsed.map((sprint) => [sprint.id, sprint])).values()];
}

const RANKS = ['closed', 'future', 'active'];
const rank = ({ state }: JiraSprint) => RANKS.indexOf(state.toLowerCase());

/** The sprint that an issue is in: the active one, else the next, else the last that it was in. */
export function currentSprint(sprints: readonly JiraSprint[]): JiraSprint | null {
  const byTime = sprints.toSorted((a, b) => rank(b) - rank(a) || (b.startDate ?? 0) - (a.startDate ?? 0));
  return byTime[0] ?? null;
}

const CATEGORIES: Readonly<Record<string, string>> = { future: 'todo', active: 'inProgress', closed: 'done' };

function sprintEvents(rows: SiteRows, sprint: JiraSprint, state: string): void {
  const uuid = rows.uuid('sprint', sprint.id);
  const facts = { type: 'Sprint', uuid, name: sprint.name, actor: null, sprint: uuid };
  const changed = (action: string, at: number, [before, after]: readonly [string, string]) => {
    const delta = { state: { before, after } };
    rows.event({ ...facts, id: `sprint:${sprint.id}:${action}`, at, action, newStatus: after, delta });
  };
  if (sprint.startDate !== null && state !== 'future')
    changed('started', sprint.startDate, ['future', 'active']);
  const ended = sprint.completeDate ?? sprint.endDate;
  if (ended !== null && state === 'closed') changed('completed', ended, ['active', 'closed']);
}

/** Adds a sprint and what its dates tell. */
export function addSprint(rows: SiteRows, sprint: JiraSprint, more: Row = {}): void {
  const state = sprint.state.toLowerCase();
  const common = rows.common('sprint', sprint.id, {
    name: sprint.name,
    url: rows.address(`rest/agile/1.0/sprint/${sprint.id}`),
    createdAt: sprint.startDate,
    updatedAt: sprint.completeDate ?? sprint.startDate,
  });
  rows.add('Sprint', {
    ...common,
    goal: sprint.goal,
    startDate: sprint.startDate,
    endDate: sprint.endDate,
    state,
    status: state,
    sourceStatus: state,
    statusCategory: CATEGORIES[state] ?? 'other',
    ...more,
  });
  sprintEvents(rows, sprint, state);
}

/** The sprints of boards, each with the project of the board that made it, else of the one that shows it. */
export function addSprints(rows: SiteRows, { items, boards }: Pick<JiraPayload, 'items' | 'boards'>): void {
  for (const item of items) {
    const { success, data } = JiraSprint.safeParse(item);
    if (!success) {
      rows.ignored.push('sprint');
      continue;
    }
    const board =
      boards.find(({ id }) => id === data.originBoardId) ??
      boards.find(({ sprints }) => sprints.includes(data.id));
    addSprint(rows, data, { projectUuid: board ? rows.uuid('project', board.projectId) : null });
  }
}
