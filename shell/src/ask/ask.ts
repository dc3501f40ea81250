import { chatClient, savedSearchClient } from '@cairn/client';
import { type AskOutcome, howRead, type OrgId } from '@cairn/contracts';
import { addressAt, type HostAskOptions, type Host } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { addressOf } from '@cairn/saved';

/** Who asks, and how an answer is opened. */
export interface AskingHost extends Pick<Host, 'timezone' | 'navigate' | 'openTab'> {
  readonly orgId: OrgId;
}

interface Opened {
  readonly url: string;
  readonly title: string;
}

/** The saved topic that a name means best; null without one. */
async function topicNamed(orgId: OrgId, text: string): Promise<Opened | null> {
  const input = { org_id: orgId, text, types: ['digest-v2' as const], perType: 1 };
  const [topic] = (await savedSearchClient.searchLinks({ input })).data;
  return topic ? { url: addressOf(orgId, topic), title: topic.name } : null;
}

/** Where an outcome leads (W§2.6); null for an analysis that no topic has. */
function placeOf(orgId: OrgId, outcome: AskOutcome): Opened | null | Promise<Opened | null> {
  if (outcome.intent === 'search') {
    const url = addressAt(orgId, 'search', { text: outcome.term });
    return { url, title: `Search: ${outcome.term}` };
  }
  if (outcome.intent === 'team') {
    const below = outcome.teamUuid ? [outcome.teamUuid] : [];
    return { url: addressAt(orgId, 'teams', ...below), title: 'Teams' };
  }
  if (outcome.intent === 'analysis') return topicNamed(orgId, outcome.topicName);
  const { query, view, title } = outcome;
  const read = howRead(outcome);
  return { url: exploreAddress(orgId, { query, title, read, ...(view ? { view } : {}) }), title };
}

/** Asks in words and opens what they mean; false where nothing opens. */
export async function ask(
  asker: AskingHost,
  text: string,
  { questionOnly, inTab }: HostAskOptions,
): Promise<boolean> {
  const { orgId, timezone, navigate, openTab } = asker;
  const asked = { params: { orgId }, input: { text, timezone } };
  const { data } = await (questionOnly ? chatClient.askQuery(asked) : chatClient.askAnything(asked));
  const place = await placeOf(orgId, data);
  if (!place) return false;
  if (inTab) openTab(place);
  else navigate(place.url);
  return true;
}
