import type { Source } from '@cairn/contracts';
import { expect, it } from 'vitest';
import { toldTo } from './present.ts';

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
