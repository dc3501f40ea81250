import { OrgId } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NEW_SOURCE, type SourceState } from '../store/source-row.ts';
import { reportSourcesTo } from './report-source.ts';

const acme = OrgId.parse('acme');
const secret = 'a secret of the tests, 32 characters and more';
const log = silentLog();
const report = reportSourcesTo({ workspaceUrl: 'http://workspace', secret, log });
const source = (state: Partial<SourceState>) => ({
  id: 's1',
  type: 'git',
  settings: {},
  name: 'Payments',
  state: { ...NEW_SOURCE, ...state },
});
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetched);
afterEach(() => fetched.mockReset());

describe('a report about a source', () => {
  it.each([
    [
      { status: 'error', error: { code: 'source_unavailable', message: 'The folder is gone.' } },
      'The folder is gone.',
    ],
    [{ status: 'active' }, null],
  ] as const)('of %j says %j, with the secret of the installation', async (state, error) => {
    fetched.mockResolvedValue(Response.json({ success: true }));
    await report(acme, source(state));
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('http://workspace/internal/integration-report');
    expect(JSON.parse(init?.body as string)).toEqual({
      orgId: 'acme',
      sourceId: 's1',
      integration: 'Payments',
      error,
    });
    expect(init?.headers).toMatchObject({ 'x-cairn-internal': secret });
  });

  it('is not made while it is read, and is lost without harm while the workspace is away', async () => {
    await report(acme, source({ status: 'ingesting' }));
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRejectedValue(new Error('away'));
    await expect(report(acme, source({ status: 'active' }))).resolves.toBeUndefined();
  });
});
