import type { Source } from '@cairn/contracts';
import { expect, it } from 'vitest';
import { NEW_SOURCE } from '../store/source-row.ts';
import { jiraConnector } from './jira/connector.ts';
import { presentSource, toldTo } from './present.ts';

const failed: Source = {
  id: 's1',
  type: 'git',
  name: 'shop',
  status: 'error',
  progress: { state: 'failed', phases: [], current: null },
  error: { code: 'invalid_input', message: 'There is no git repository at /srv/shop' },
  notes: [],
  erroredAt: null,
  lastIngestedAt: null,
};

it.each(['viewer', 'user'] as const)(
  'no path of the machine is told to a %s of a source that failed',
  (role) => {
    const { error } = toldTo({ role, superuser: false }, failed);
    expect(error).toEqual({
      code: 'invalid_input',
      message: 'This source could not be read. Admins see why under Settings, Integrations.',
    });
  },
);

it('admins and superusers are told why a source failed', () => {
  expect(toldTo({ role: 'admin', superuser: false }, failed)).toEqual(failed);
  expect(toldTo({ role: 'viewer', superuser: true }, failed)).toEqual(failed);
});

it('a reading of which no page came yet is in its first phase, and one that is over in none', () => {
  const current = (state: 'running' | 'done') => {
    const progress = { state, current: null, counts: {} };
    const row = { id: 's1', type: 'jira', name: 'site', settings: {} };
    const source = { ...row, state: { ...NEW_SOURCE, status: 'ingesting' as const, progress } };
    return presentSource(source, jiraConnector, { isDue: () => false }).progress.current;
  };
  expect([current('running'), current('done')]).toEqual(['projects', null]);
});
