import { AppError, type AskAnswer, type AskOutcome, type FoundEntity } from '@cairn/contracts';
import type { FindNames } from './graph-names.ts';

/** Reads a text as a question; it throws where the text is none. */
export type AskPlan = (text: string) => Promise<AskAnswer>;

const OPENING =
  '(?:(?:please|can you|could you) )?(?:(?:open|show me|show|go to|find|see) )?(?:(?:the|our|my) )?';
const EVERY_TEAM = new RegExp(`^${OPENING}(?:all (?:the )?|list of )?teams$`, 'i');
const ONE_TEAM = new RegExp(`^${OPENING}(?:team (.+)|(.+?) team(?: page)?)$`, 'i');
const TOPIC = new RegExp(`^${OPENING}(?:topic (.+)|(.+?) topic)$`, 'i');
const ANALYSIS =
  /^(?:please )?(?:analy[sz]e|analysis of|summari[sz]e|summary of|explain) (?:the |our |my )?(.+)$/i;
const LOOK_UP =
  /^(?:please )?(?:find|search(?: for)?|look(?: up| for)|open|go to|show me|show|who is|where is) (?:the )?(.+)$/i;

/** Kinds whose names people call by, so that the name goes before words of a question. */
const CALLED_BY_NAME = new Set(['Person', 'Team', 'Repository', 'Project']);

const plain = (text: string) =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[?.!]+$/, '');

/** The words that a pattern captures, as they were written; undefined where the text does not fit. */
function captured(pattern: RegExp, text: string): string | undefined {
  const [, one, other] = pattern.exec(text) ?? [];
  return one ?? other;
}

const isNamed = (term: string) => (found: FoundEntity) =>
  found.exact || (CALLED_BY_NAME.has(found.kind) && found.name.toLowerCase() === term.toLowerCase());

/** The reading of a text as a question, or why it is none. */
async function planned(text: string, plan: AskPlan): Promise<AskAnswer | AppError> {
  try {
    return await plan(text);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_query') return error;
    throw error;
  }
}

const isWhole = (read: AskAnswer | AppError): read is AskAnswer =>
  !(read instanceof AppError) && read.ignored.length === 0;

/** The team that a text names; undefined where none has the words, or several and none the name. */
async function teamOf(name: string, find: FindNames): Promise<FoundEntity | undefined> {
  const teams = await find(name, 'Team');
  return teams.find(isNamed(name)) ?? (teams.length === 1 ? teams[0] : undefined);
}

async function namedIn(text: string, find: FindNames): Promise<AskOutcome | undefined> {
  if (EVERY_TEAM.test(text)) return { intent: 'team', teamUuid: null };
  const teamName = captured(ONE_TEAM, text);
  const team = teamName === undefined ? undefined : await teamOf(teamName, find);
  if (team) return { intent: 'team', teamUuid: team.uuid };
  const topicName = captured(TOPIC, text);
  return topicName === undefined ? undefined : { intent: 'analysis', topicName };
}

/**
 * What a text means (W§2.6), by plain rules over names: a team or topic that is called so, then an entity of exactly
 * that name, then a question that is understood whole, then names that hold the words, then an analysis.
 */
export async function readIntent(written: string, find: FindNames, plan: AskPlan): Promise<AskOutcome> {
  const text = plain(written) || written;
  const called = await namedIn(text, find);
  if (called) return called;
  const term = captured(LOOK_UP, text) ?? text;
  const names = await find(term);
  const named = names.find(isNamed(term));
  if (named) {
    return named.kind === 'Team' ? { intent: 'team', teamUuid: named.uuid } : { intent: 'search', term };
  }
  const read = await planned(written, plan);
  if (isWhole(read)) return read;
  if (names.length > 0) return { intent: 'search', term };
  const topicName = captured(ANALYSIS, text);
  if (topicName !== undefined) {
    const rest = await planned(topicName, plan);
    return isWhole(rest) ? rest : { intent: 'analysis', topicName };
  }
  if (read instanceof AppError) throw read;
  return read;
}
