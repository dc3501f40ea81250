import type { GitlabNote, GitlabUser } from './shapes.ts';

/** What a system note tells, in the words of the graph. */
interface ToldStep {
  readonly action: string;
  readonly status?: string;
  readonly draft?: boolean;
}

/** A note that GitLab wrote of a change, with the accounts that it names. */
export interface GitlabStep extends ToldStep {
  readonly note: GitlabNote;
  /** The account that was added or removed; null where the note names none. */
  readonly who: GitlabUser;
  /** The event's id: one note may tell several changes. */
  readonly id: string;
}

/** Notes whose words tell one change. GitLab writes them in English, whatever language people chose. */
const STEPS: readonly (readonly [RegExp, ToldStep])[] = [
  [/^approved this merge request$/, { action: 'approved', status: 'Approved' }],
  [/^requested changes$/, { action: 'changes_requested', status: 'Changes Requested' }],
  [/^(?:unapproved this merge request|reset approvals\b.*)$/, { action: 'unapproved', status: 'In Review' }],
  [
    /^marked this merge request as \*\*ready\*\*/,
    { action: 'ready_for_review', status: 'In Review', draft: false },
  ],
  [
    /^marked this merge request as \*\*draft\*\*/,
    { action: 'converted_to_draft', status: 'Draft', draft: true },
  ],
  [
    /^unmarked (?:this merge request )?as a \*\*Work In Progress\*\*/i,
    { action: 'ready_for_review', status: 'In Review', draft: false },
  ],
  [
    /^marked (?:this merge request )?as a \*\*Work In Progress\*\*/i,
    { action: 'converted_to_draft', status: 'Draft', draft: true },
  ],
];

/** Words before the accounts that a note names, such as `assigned to @ada and @ben and unassigned @cy`. */
const PEOPLE: readonly (readonly [RegExp, string, string?])[] = [
  [/\brequested review from ((?:@\S+(?:,? and |, )?)+)/g, 'review_requested', 'In Review'],
  [/\bremoved review request for ((?:@\S+(?:,? and |, )?)+)/g, 'review_request_removed'],
  [/(?<!un)\bassigned to ((?:@\S+(?:,? and |, )?)+)/g, 'assigned'],
  [/\bunassigned ((?:@\S+(?:,? and |, )?)+)/g, 'unassigned'],
];
const NAME = /@([\w.-]*[\w-])/g;

/** Notes of changes that other answers tell, or that tell nothing of a kind here. */
const TOLD_ELSEWHERE =
  /^(?:added \d+ commits?|added .*label|removed .*label|changed |mentioned in|marked (?:the|this|as)|closed|merged|reopened|created |deleted |restored |resolved |unresolved |enabled |aborted |canceled |set |unset |removed |added |locked|unlocked|made |moved |cloned |promoted |assigned|unassigned|relate|blocked|started|left |requested|approved|unapproved|reset|status |linked |unlinked )/i;

/** The changes that the system notes of a thing tell, from the oldest on, and the beginnings of notes that are unknown. */
export function readSteps(
  notes: readonly GitlabNote[],
  find: (username: string) => GitlabUser,
): { readonly steps: readonly GitlabStep[]; readonly unknown: readonly string[] } {
  const steps: GitlabStep[] = [];
  const unknown: string[] = [];
  const own = notes
    .filter(({ system }) => system)
    .toSorted((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || a.id - b.id);
  for (const note of own) {
    const told = STEPS.find(([words]) => words.test(note.body))?.[1];
    if (told) steps.push({ ...told, note, who: null, id: `note:${String(note.id)}` });
    const people = PEOPLE.flatMap(([words, action, status]) =>
      [...note.body.matchAll(words)].flatMap(([, names = '']) =>
        [...names.matchAll(NAME)].map(([, name = '']) => ({
          action,
          name,
          ...(status === undefined ? {} : { status }),
        })),
      ),
    );
    for (const { name, ...step } of people)
      steps.push({ ...step, note, who: find(name), id: `note:${String(note.id)}:${step.action}:${name}` });
    if (!told && people.length === 0 && !TOLD_ELSEWHERE.test(note.body))
      unknown.push(`system note: ${note.body.split(/\s+/).slice(0, 2).join(' ').slice(0, 40)}`);
  }
  return { steps, unknown };
}

/** The names of the accounts that system notes say were added or removed. */
export function namesInNotes(
  notes: readonly { readonly system?: unknown; readonly body?: unknown }[],
): string[] {
  const bodies = notes.flatMap(({ system, body }) =>
    system === true && typeof body === 'string' ? [body] : [],
  );
  const found = bodies.flatMap((body) =>
    PEOPLE.flatMap(([words]) =>
      [...body.matchAll(words)].flatMap(([, names = '']) =>
        [...names.matchAll(NAME)].map(([, name = '']) => name),
      ),
    ),
  );
  return [...new Set(found)];
}

/** A time in which somebody or something belonged to a thing. */
interface GitlabSpan {
  readonly key: string;
  readonly since: number;
  readonly until: number | null;
}

/** One change of who belongs to a thing. */
export interface GitlabTurn {
  readonly key: string;
  readonly at: number;
  readonly isOn: boolean;
}

/** Who belonged to a thing from when until when, from its changes and those who belong to it now. */
export function spansFrom(
  turns: readonly GitlabTurn[],
  present: readonly string[],
  begun: number,
): GitlabSpan[] {
  const open = new Map<string, number>();
  const spans: GitlabSpan[] = [];
  const isFirst = new Set<string>();
  for (const { key, at, isOn } of turns) {
    const since = open.get(key) ?? (isOn || isFirst.has(key) ? undefined : begun);
    isFirst.add(key);
    if (isOn && since === undefined) open.set(key, at);
    if (isOn || since === undefined) continue;
    open.delete(key);
    spans.push({ key, since, until: at });
  }
  for (const key of present) if (!open.has(key)) open.set(key, begun);
  const still = [...open].filter(([key]) => present.includes(key));
  return [...spans, ...still.map(([key, since]) => ({ key, since, until: null }))];
}
