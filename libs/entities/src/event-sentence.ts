/** What an event tells of itself; dates and actor are told beside the sentence. */
export interface ToldEvent {
  readonly action: string;
  readonly entityType: string;
  /** What it happened to was called this then. */
  readonly name: string | null;
  readonly newStatus?: string | null | undefined;
  /** The fields that changed. */
  readonly delta?: Readonly<Record<string, FieldChange>> | null | undefined;
  /** What the source calls it, such as CATALOG-392 or #12. */
  readonly reference?: string | null | undefined;
  readonly draft?: boolean | null | undefined;
}

/** A field before and after an event. */
export interface FieldChange {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A verb, what it happened to where that is not what the source calls the entity, and the rest. */
interface Told {
  readonly verb: string;
  readonly subject?: string;
  readonly rest?: string;
  /** What its subject is called on a page of its own, where that is not its kind: "this merge". */
  readonly noun?: string;
  /** The verb on that page, where the subject's name is part of the usual one. */
  readonly ownVerb?: string;
  /** The verb where nobody did it: what began was not begun by anybody. */
  readonly alone?: string;
}

type Rule = (event: ToldEvent) => Told;

const NULL_MARKER = '__cairn::null__';

function said(value: unknown): string {
  if (value === null || value === undefined || value === '' || value === NULL_MARKER) return '';
  return Array.isArray(value) ? value.map(said).join(', ') : String(value);
}

/** "from A to B", "to B" where there was nothing before, and "from A" where nothing is left. */
function fromTo({ before, after }: FieldChange, quote = (text: string) => text): string {
  const [from, to] = [said(before), said(after)].map((text) => text && quote(text));
  return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}

const quoted = (text: string) => `“${text}”`;
const spaced = (word: string) =>
  word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
const points = (value: string) => `${value} ${value === '1' ? 'point' : 'points'}`;

/** How a change of a field is said; a field without an entry is changed by its name. */
const FIELDS: Readonly<Record<string, (change: FieldChange) => Told>> = {
  status: (change) => ({ verb: 'moved', rest: fromTo(change) }),
  assignee: (change) =>
    said(change.after) === ''
      ? { verb: 'unassigned', rest: fromTo(change) }
      : { verb: said(change.before) === '' ? 'assigned' : 'reassigned', rest: fromTo(change) },
  title: (change) => ({ verb: 'renamed', rest: fromTo(change, quoted) }),
  description: () => ({ verb: 'edited', rest: 'in its description' }),
  priority: (change) => ({ verb: 'changed the priority of', rest: fromTo(change) }),
  storyPoints: ({ before, after }) =>
    said(before) === ''
      ? { verb: 'estimated', rest: `at ${points(said(after))}` }
      : { verb: 're-estimated', rest: fromTo({ before, after: points(said(after)) }) },
  sprint: (change) => {
    if (said(change.before) === '') return { verb: 'added', rest: fromTo(change) };
    return { verb: said(change.after) === '' ? 'removed' : 'moved', rest: fromTo(change) };
  },
  issueKey: ({ before, after }) => ({ verb: 'moved', subject: said(before), rest: `to ${said(after)}` }),
  relates: ({ after }) => ({ verb: 'linked', rest: `to ${said(after)}` }),
  duplicates: ({ after }) => ({ verb: 'marked', rest: `as a duplicate of ${said(after)}` }),
  clones: ({ after }) => ({ verb: 'marked', rest: `as a clone of ${said(after)}` }),
};

/** The one thing that a delta is about; its category and source forms only repeat it. */
function changeOf({ delta }: ToldEvent): [field: string, change: FieldChange] | undefined {
  return Object.entries(delta ?? {}).find(([field]) => !/Category$|^source[A-Z]/.test(field));
}

const changed: Rule = (event) => {
  const [field, change] = changeOf(event) ?? [];
  if (field === undefined || change === undefined)
    return event.newStatus && event.newStatus !== NULL_MARKER
      ? { verb: 'moved', rest: `to ${event.newStatus}` }
      : { verb: 'changed' };
  const rule = FIELDS[field];
  return rule ? rule(change) : { verb: `changed the ${spaced(field)} of`, rest: fromTo(change) };
};

const verb =
  (text: string, rest = ''): Rule =>
  () => ({ verb: text, rest });

const PIPELINE_ENDS: Readonly<Record<string, string>> = {
  failed: 'without success',
  success: 'successfully',
};

/** A verb for somebody who did it, and another where it happened by itself. */
const byItself =
  (text: string, alone: string): Rule =>
  () => ({ verb: text, alone });

/** Git's own subject of a merge begins with the verb. */
const merge: Rule = ({ name }) => {
  const [, merged] = /^merge[ds]?:?\s+(\S.*)$/i.exec(name ?? '') ?? [];
  const own = { noun: 'merge', ownVerb: 'made' };
  return merged === undefined
    ? { verb: 'made the merge', subject: name ?? '', ...own }
    : { verb: 'merged', subject: merged, ...own };
};

const VERDICTS: Readonly<Record<string, Rule>> = {
  approved: verb('approved'),
  changes_requested: verb('asked for changes in'),
  reviewed: verb('reviewed'),
};

/** The rules of kinds whose events are said in their own words. */
const OF_KIND: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  PullRequest: {
    created: ({ draft, newStatus }) => ({
      verb: 'opened',
      rest: draft || newStatus === 'Draft' ? 'as a draft' : '',
    }),
    ready_for_review: verb('marked', 'as ready for review'),
    converted_to_draft: verb('turned', 'back into a draft'),
    review_requested: verb('asked for a review of'),
    ...VERDICTS,
    merged: verb('merged'),
    closed: verb('closed', 'without merging it'),
    reopened: verb('reopened'),
  },
  Issue: {
    closed: ({ newStatus }) => ({
      verb: 'closed',
      rest: newStatus === 'Not planned' ? 'as not planned' : '',
    }),
    reopened: verb('reopened'),
  },
  Commit: {
    authored: ({ name }) => ({ verb: 'wrote', alone: 'was written', subject: name ?? '', noun: 'change' }),
    committed: ({ name }) => ({ verb: 'committed', subject: name ?? '', noun: 'change' }),
    merged: merge,
  },
  Branch: {
    created: byItself('created', 'appeared'),
    rewritten: byItself('rewrote', 'was rewritten'),
  },
  Sprint: { started: byItself('started', 'began'), completed: byItself('completed', 'ended') },
  PullRequestReview: VERDICTS,
  PullRequestReviewComment: { commented: verb('commented on the code of') },
  CicdPipeline: {
    created: ({ name }) => ({ verb: 'queued', subject: name ?? '' }),
    started: ({ name }) => ({ verb: 'started', alone: 'started', subject: name ?? '' }),
    completed: ({ name, newStatus }) => ({
      verb: 'finished',
      alone: 'finished',
      subject: name ?? '',
      rest: PIPELINE_ENDS[newStatus ?? ''] ?? '',
    }),
  },
  Message: {
    posted: ({ reference }) => ({ verb: 'wrote in', subject: reference ? `#${reference}` : 'a channel' }),
  },
  CalendarEntry: {
    started: ({ name }) => ({ verb: 'held', subject: name ?? '' }),
    accepted: verb('accepted the invitation to'),
    declined: verb('declined the invitation to'),
    tentative: verb('may come to'),
  },
  Worklog: { logged_work: verb('logged work on') },
  Person: { joined: () => ({ verb: 'joined', subject: '' }), left: () => ({ verb: 'left', subject: '' }) },
};

/** The rules of actions that all kinds share. */
const OF_ACTION: Readonly<Record<string, Rule>> = {
  created: verb('created'),
  commented: verb('commented on'),
  released: verb('published'),
  started: verb('started'),
  completed: verb('completed'),
  deleted: verb('deleted'),
};

const isChange = ({ delta, newStatus }: ToldEvent) =>
  Boolean(delta) || (Boolean(newStatus) && newStatus !== NULL_MARKER);

function ruleOf(event: ToldEvent): Rule {
  const own = OF_KIND[event.entityType]?.[event.action] ?? OF_ACTION[event.action];
  if (own) return own;
  return isChange(event) ? changed : verb(spaced(event.action));
}

/** An event in words around what it happened to; the actor, where there is one, stands before them. */
export interface EventSentence {
  readonly before: string;
  readonly subject: string;
  readonly after: string;
}

const joined = (...words: readonly string[]) => words.filter(Boolean).join(' ');

/**
 * Says an event in words: "moved", "CATALOG-392", "from In Progress to Done". Without an actor it happened to
 * its subject: "CATALOG-392", "was moved from In Progress to Done". On the page of its subject, whose kind is
 * `own`, that is "this issue".
 */
export function eventSentence(event: ToldEvent, hasActor = true, own: string | null = null): EventSentence {
  const told = ruleOf(event)(event);
  const { rest = '', noun = own ?? '', ownVerb, alone } = told;
  const does = own === null ? told.verb : (ownVerb ?? told.verb);
  const named = told.subject ?? event.reference ?? event.name ?? '';
  const subject = own === null || named === '' ? named : `this ${noun}`;
  if (hasActor) return { before: does, subject, after: rest };
  if (subject === '' || (alone === undefined && does.includes(' ')))
    return { before: joined('somebody', does), subject, after: rest };
  // Only a verb of one word has a passive form that reads well.
  const first = own === null ? subject : `This ${noun}`;
  return { before: '', subject: first, after: joined(alone ?? `was ${does}`, rest) };
}

/** The whole sentence as plain text, with its actor where there is one. */
export function eventText(event: ToldEvent, actor: string | null = null): string {
  const { before, subject, after } = eventSentence(event, actor !== null);
  return joined(actor ?? '', before, subject, after);
}
