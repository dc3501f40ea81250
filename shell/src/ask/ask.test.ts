import { type AskOutcome, OrgId } from '@cairn/contracts';
import { parseDocument, Query } from '@cairn/query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask } from './ask.ts';

const asked: { path: string; body: unknown }[] = [];
const opened: unknown[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
  opened.length = 0;
});

/** Asks where svc-chat answers an outcome, or refuses, and one topic is saved. */
function askWith(outcome: AskOutcome | { code: string; message: string }, options = {}) {
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as { text: string };
    asked.push({ path, body });
    if (path === '/api/deep-links/search') {
      const topic = { id: 'd1', type: 'digest-v2', name: 'Delivery of changes' };
      return Response.json({ data: body.text === 'delivery' ? [topic] : [], counts: {} });
    }
    if ('code' in outcome) return Response.json({ error: outcome }, { status: 400 });
    return Response.json({ data: outcome });
  });
  const asker = {
    orgId: OrgId.parse('acme'),
    timezone: 'UTC',
    navigate: (to: string) => void opened.push(to),
    openTab: (tab: object) => void opened.push(tab),
  };
  return ask(asker, 'the text', options);
}

const commits = {
  intent: 'query' as const,
  query: Query.parse({ select: ['Commit'] }),
  view: null,
  title: 'Commits',
  understood: ['Read as: Commits.'],
  ignored: ['flurbed'],
  answeredBy: 'offline planner',
};

describe('asking in words opens', () => {
  it('a question in Explore, with how it was read and the words that were not understood', async () => {
    expect(await askWith(commits, { questionOnly: true })).toBe(true);
    expect(asked).toEqual([{ path: '/api/acme/ask/query', body: { text: 'the text', timezone: 'UTC' } }]);
    const address = new URL(String(opened[0]), 'http://cairn');
    expect(address.pathname).toBe('/acme/explore');
    expect(parseDocument(address.searchParams.get('d')).read).toEqual([
      'Read as: Commits.',
      'Not understood: flurbed.',
    ]);
  });

  it.each<[AskOutcome, object]>([
    [
      { intent: 'search', term: 'a&b #1' },
      { url: '/acme/search?text=a%26b%20%231', title: 'Search: a&b #1' },
    ],
    [
      { intent: 'team', teamUuid: 'u1' },
      { url: '/acme/teams/u1', title: 'Teams' },
    ],
    [
      { intent: 'team', teamUuid: null },
      { url: '/acme/teams', title: 'Teams' },
    ],
    [
      { intent: 'analysis', topicName: 'delivery' },
      { url: '/acme/topics/d1', title: 'Delivery of changes' },
    ],
  ])('what is meant, in a tab where that is wanted: %j', async (outcome, tab) => {
    expect(await askWith(outcome, { inTab: true })).toBe(true);
    expect(asked[0]?.path).toBe('/api/acme/ask/anything');
    expect(opened).toEqual([tab]);
  });

  it('the topic of an analysis, looked for among topics alone', async () => {
    await askWith({ intent: 'analysis', topicName: 'delivery' });
    expect(asked[1]?.body).toEqual({ org_id: 'acme', text: 'delivery', types: ['digest-v2'], perType: 1 });
  });

  it('nothing for an analysis that no topic has, nor for what is refused', async () => {
    expect(await askWith({ intent: 'analysis', topicName: 'the moon' })).toBe(false);
    await expect(askWith({ code: 'invalid_query', message: 'Nothing is known.' })).rejects.toThrow(
      'Nothing is known.',
    );
    expect(opened).toEqual([]);
  });
});
