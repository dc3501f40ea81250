import { expect, it } from 'vitest';
import { normaliseGithub } from './normalise.ts';

const OF = { orgId: 'acme', sourceId: 's1' };
const repository = { url: 'https://github.com/acme/engine', name: 'engine' };
const at = '2026-05-04T10:00:00Z';
const none = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

const issueWith = (...types: string[]) => ({
  id: 'I1',
  url: 'https://github.com/acme/engine/issues/1',
  number: 1,
  title: 'One',
  body: '',
  state: 'OPEN',
  author: null,
  createdAt: at,
  updatedAt: at,
  closedAt: null,
  labels: none,
  assignees: none,
  comments: none,
  timelineItems: {
    ...none,
    nodes: types.map((__typename) => ({ __typename, id: __typename, createdAt: at })),
  },
});

it('a payload of an unknown kind makes no row, and is named', () => {
  expect(normaliseGithub({ kind: 'sponsors', body: {} }, OF)).toEqual({ loads: [], ignored: ['sponsors'] });
});

it('entries of a timeline that mean nothing here are named, each time', () => {
  const items = [issueWith('ReopenedEvent', 'LockedEvent', 'LockedEvent')];
  const { ignored } = normaliseGithub({ kind: 'issues', body: { repository, items } }, OF);
  expect(ignored).toEqual(['LockedEvent', 'LockedEvent']);
});
