import { type AskAnswer, STANDARD_VIEWS } from '@cairn/contracts';
import type { ChatSource } from '@cairn/contracts/chat-replies';
import { asksRows, editQuery, isClockPart, measureKey, type Query } from '@cairn/query';
import { suggestView } from '../ask/planner/view.ts';

/** A query to draw as an answer of a conversation. */
export type ChatAnswer = Pick<AskAnswer, 'title' | 'query' | 'view'>;

/** A prompt about all data sources, and how it asks each of them. */
export interface SourcePrompt {
  readonly pattern: RegExp;
  /** What is drawn, in words, after "This draws …". */
  readonly says: (count: string) => string;
  readonly ask: (source: ChatSource) => ChatAnswer;
}

const LARGEST = 5;
const PERIOD = 'P30D';
const OPENING =
  '(?:(?:please|can you|could you) )?(?:(?:give|show|tell)(?: me| us)? |compare )?(?:an? |the |me )*';
const SUBJECT =
  '(?: (?:of|in|for|from|about|with) (?:this|these|the|my|our|all)(?: (?:data|numbers?|boards?|query|queries|sources?|data sources?|cards?))?)?';
const phrase = (words: string) => new RegExp(`^${OPENING}(?:${words})${SUBJECT}$`, 'i');

/** A source as it is; without a view, in the one that suits it. */
const asPlain = ({ title, query, view }: ChatSource): ChatAnswer => ({
  title,
  query,
  view: view ?? suggestView(query, false),
});

const isPeriod = (unit: string | undefined) => unit !== undefined && !isClockPart(unit);

/** The course of a source over time: its own where it has one, else by its first group. */
function overTime(source: ChatSource): ChatAnswer {
  const { title, query } = source;
  if (query.groupBys.some(({ unit }) => isPeriod(unit))) return asPlain(source);
  const groupBys = query.groupBys.filter(({ unit, bins }) => !unit && !bins).slice(0, 1);
  const { having: _having, limit: _limit, columns: _columns, ...asked } = query;
  const course: Query = {
    ...asked,
    groupBys,
    aggregations: query.aggregations.slice(0, 1),
    formulas: [],
    having: [],
    columns: [],
    order: [],
  };
  return { title: `${title}, over time`, query: course, view: { value: STANDARD_VIEWS.time, config: {} } };
}

const namesPeople = ({ target }: { readonly target: string }) =>
  ['Person', 'Committer', 'Actor'].includes(target.split('.').at(-1) ?? '');

/** The largest groups of a source. People are not ranked (ruling 11), and periods stay in their order. */
function largest(source: ChatSource): ChatAnswer {
  const { title, query } = source;
  const [measure] = query.aggregations;
  const keeps = query.groupBys.some((group) => namesPeople(group) || group.unit !== undefined || group.bins);
  if (query.groupBys.length === 0 || keeps || query.formulas.length > 0) return asPlain(source);
  const by = measure ? measureKey(measure) : `count(${query.select[0] ?? ''}.uuid)`;
  return {
    title: `${title}, the ${String(LARGEST)} largest`,
    query: { ...query, order: [{ by, direction: 'descending' }], limit: LARGEST },
    view: source.view,
  };
}

const isDated = ({ duration, startDate, endDate }: Query) =>
  duration !== undefined || (startDate !== undefined && endDate !== undefined);

/** A source beside the period before; one without dates is asked about the last thirty days. */
function beside({ title, query }: ChatSource): ChatAnswer {
  const dated = isDated(query) ? query : editQuery(query, { type: 'setDuration', duration: PERIOD });
  const kind = query.select[0] ?? '';
  const counted: Query = asksRows(dated)
    ? {
        ...dated,
        aggregations: [{ target: kind, attribute: 'uuid', reducer: 'count' }],
        columns: [],
        order: [],
      }
    : dated;
  return {
    title: `${title}, beside the period before`,
    query: { ...counted, compareWith: { method: 'tuple' } },
    view: suggestView(counted, false),
  };
}

/** The prompts about all data sources (W§2.9), by plain rules. */
export const SOURCE_PROMPTS: readonly SourcePrompt[] = [
  {
    pattern: phrase('performance overview|overview|summary'),
    says: (count) => `${count} as saved`,
    ask: asPlain,
  },
  {
    pattern: phrase('trends?(?: analysis)?'),
    says: (count) => `${count} over time`,
    ask: overTime,
  },
  {
    pattern: phrase('(?:key )?insights?'),
    says: (count) => `the largest groups of ${count}`,
    ask: largest,
  },
  {
    pattern: phrase(
      'comparative analysis|comparison|(?:this data |these |this |it |the data )?(?:with|to) the (?:period before|previous period)|this data with the period before',
    ),
    says: (count) => `${count} beside the period before`,
    ask: beside,
  },
];

/** The prompt about all data sources that a message is; undefined for any other message. */
export function sourcePromptOf(text: string): SourcePrompt | undefined {
  const plain = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[?.!]+$/, '');
  return SOURCE_PROMPTS.find(({ pattern }) => pattern.test(plain));
}
