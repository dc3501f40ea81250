import type { ActivityType } from '@cairn/contracts';
import { pathBelowOrg } from '@cairn/host';
import { parseDocument } from '@cairn/query';

/** What a person has open, as recent activity names it. */
export interface Opened {
  readonly type: ActivityType;
  readonly id: string;
}

/** Names a question that nobody saved, by its text: the same question has the same name. */
function nameOf(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return `query-${(sum >>> 0).toString(36)}`;
}

function exploredIn(search: string): Opened | null {
  const params = new URLSearchParams(search);
  const { saved } = parseDocument(params.get('d'));
  if (typeof saved === 'string') return { type: 'chart', id: saved };
  const query = params.get('s');
  return query ? { type: 'search', id: nameOf(query) } : null;
}

/** The addresses below an org that open one thing each: its place, its type, and ids that name none. */
const PLACES: readonly (readonly [place: string, type: ActivityType, none: readonly string[]])[] = [
  ['boards', 'board', ['start', 'new']],
  ['topics', 'topic', ['list', 'new']],
  ['teams', 'team', []],
  ['competency', 'competency', ['dashboard']],
  ['reports', 'report', ['list', 'new']],
  ['space', 'space', []],
  ['users', 'user', []],
  ['entity', 'entity', []],
];

/** What is open at an address; null where that is no one thing. */
export function openedAt({
  pathname,
  search,
}: {
  readonly pathname: string;
  readonly search: string;
}): Opened | null {
  const [place = '', id = '', topic] = pathBelowOrg(pathname).split('/');
  if (place === 'explore') return exploredIn(search);
  const known = PLACES.find(([each]) => each === place);
  if (!known || id === '' || known[2].includes(id)) return null;
  if (place === 'competency' && topic) return { type: 'competencytopic', id: topic };
  return { type: known[1], id };
}
