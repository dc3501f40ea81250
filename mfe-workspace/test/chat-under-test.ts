import type { ChatReply } from '@cairn/contracts/chat-replies';
import { Query } from '@cairn/query';
import { page } from 'vitest/browser';
import { FakeOrg } from './workspace-under-test.tsx';

const commits = Query.parse({ select: ['Commit'] });
/** A reply of the assistant with everything that a test does not name. */
const aReply = (part: Partial<ChatReply> = {}): ChatReply => ({
  summary: 'This draws “Commits” as saved.',
  follow_up_prompts: [{ title: 'Trend Analysis', prompt: 'Show the trends of this data' }],
  conversationId: 'c1',
  answers: [{ title: 'Commits', query: commits, view: null }],
  entities: [],
  listsTeams: false,
  topicName: null,
  answeredBy: 'offline planner',
  ...part,
});

/** An org whose assistant answers so. */
export function orgThatSays(part: Partial<ChatReply> = {}, status = 200): FakeOrg {
  const org = new FakeOrg();
  org.failures.set('/chat/reply', { status, body: { data: aReply(part) } });
  return org;
}

/** The field in which a question is typed. */
export const input = () => page.getByRole('textbox', { name: 'Message' });
/** What the assistant of an org was asked. */
export const sent = (org: FakeOrg) =>
  org.asked.filter(({ path }) => path.endsWith('/chat/reply')).map(({ body }) => body);
