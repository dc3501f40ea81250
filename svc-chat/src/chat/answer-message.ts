import { AppError, type AskAnswer, type AskOutcome, howRead } from '@cairn/contracts';
import {
  type ChatPrompt,
  type ChatReply,
  type ChatSource,
  SAMPLE_PROMPTS,
} from '@cairn/contracts/chat-replies';
import type { Query } from '@cairn/query';
import type { FindNames } from '../ask/graph-names.ts';
import { EXAMPLES } from '../ask/planner/refusals.ts';
import { type AskPlan, readIntent } from '../ask/read-intent.ts';
import { type SourcePrompt, sourcePromptOf } from './source-prompts.ts';
import { withinPage } from './within.ts';

/** A message, and what is asked to answer it. */
export interface AskedMessage {
  readonly sections: readonly { readonly prompt: string; readonly queries: readonly ChatSource[] }[];
  readonly within: Query | undefined;
  readonly find: FindNames;
  readonly plan: AskPlan;
  /** The data sources of a conversation that names none. */
  readonly defaults: () => Promise<readonly ChatSource[]>;
}

type Reply = Omit<ChatReply, 'conversationId'>;
type Found = Map<string, ChatReply['entities'][number]>;

const ANSWERED_BY = 'offline planner';
const NO_MODEL = 'No language model is connected, so the figures speak for themselves.';
const OFFERED_SOURCES = 4;

const replied = (summary: string, part: Partial<Reply> = {}): Reply => ({
  summary,
  follow_up_prompts: [],
  answers: [],
  entities: [],
  listsTeams: false,
  topicName: null,
  answeredBy: ANSWERED_BY,
  ...part,
});

const samplesBut = (text: string): ChatPrompt[] => SAMPLE_PROMPTS.filter(({ prompt }) => prompt !== text);
const examples = (): ChatPrompt[] => EXAMPLES.map((prompt) => ({ title: prompt, prompt }));

const counted = (sources: readonly ChatSource[]) =>
  sources.length === 1 ? `“${sources[0]?.title ?? ''}”` : `${String(sources.length)} data sources`;

/** Draws the data sources in the way that a prompt asks for. */
async function fromSources(
  text: string,
  prompt: SourcePrompt,
  given: readonly ChatSource[],
  defaults: AskedMessage['defaults'],
): Promise<Reply> {
  const sources = given.length > 0 ? given : (await defaults()).slice(0, OFFERED_SOURCES);
  if (sources.length === 0) {
    return replied('There is no data source yet. Add one, or ask a question.', {
      follow_up_prompts: examples(),
    });
  }
  const whence = given.length > 0 ? '' : ' No data source was added, so it reads what this org has most of.';
  return replied(`This draws ${prompt.says(counted(sources))}.${whence} ${NO_MODEL}`, {
    answers: sources.map(prompt.ask),
    follow_up_prompts: samplesBut(text),
  });
}

function fromPlan(read: AskAnswer, within: Query | undefined): Reply {
  const { query, notes } = withinPage(read.query, within);
  const { title, view, answeredBy } = read;
  return replied([...howRead(read), ...notes].join(' '), {
    answers: [{ title, query, view }],
    answeredBy,
    follow_up_prompts: examples().filter(({ prompt }) => prompt !== title),
  });
}

function fromOutcome(outcome: AskOutcome, within: Query | undefined, found: Found): Reply {
  if (outcome.intent === 'query') return fromPlan(outcome, within);
  if (outcome.intent === 'analysis') {
    return replied(
      `An analysis of “${outcome.topicName}” in words needs a language model, and none is connected. A topic of that name may show its queries.`,
      { topicName: outcome.topicName, follow_up_prompts: examples() },
    );
  }
  if (outcome.intent === 'search') {
    return replied(`These are called “${outcome.term}”.`, { entities: [...found.values()] });
  }
  const team = outcome.teamUuid === null ? undefined : found.get(outcome.teamUuid);
  if (!team) return replied('The teams of this org have a page of their own.', { listsTeams: true });
  return replied(`“${team.name}” is a team here.`, { entities: [team] });
}

/** Remembers what is found, so that an answer can name it. */
function remembering(find: FindNames): { readonly found: Found; readonly find: FindNames } {
  const found: Found = new Map();
  return {
    found,
    find: async (term, kind) => {
      const entities = await find(term, kind);
      for (const { uuid, kind: of, name } of entities) found.set(uuid, { uuid, kind: of, name });
      return entities;
    },
  };
}

/** Answers a message by plain rules: a prompt about data sources, else what the text means, else why not. */
export async function answerMessage(message: AskedMessage): Promise<Reply> {
  const { sections, within, plan, defaults } = message;
  const { prompt: text = '', queries = [] } = sections[0] ?? {};
  const prompt = sourcePromptOf(text);
  if (prompt) return fromSources(text, prompt, queries, defaults);
  const { found, find } = remembering(message.find);
  try {
    return fromOutcome(await readIntent(text, find, plan), within, found);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_query') throw error;
    return replied(error.message, { follow_up_prompts: examples() });
  }
}
