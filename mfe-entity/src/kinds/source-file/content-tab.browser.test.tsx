import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show, violations } from '../../../test/show.tsx';
import { AddressProvider, type PageAddress } from '../../frame/addressed.ts';
import { GENERIC_PAGE } from '../../kind-page/define-kind-page.tsx';
import { ContentTab } from './content-tab.tsx';

const UUID = '00000000-0000-4000-8000-000000000018';
const ZOE = { 'Person.uuid': '00000000-0000-4000-8000-000000000004', 'Person.name': 'Zoe' };
const [LATEST, OLDER] = ['a'.repeat(40), 'b'.repeat(40)];
const file = { uuid: UUID, labels: ['SourceFile'], name: 'app.ts', properties: {}, own: [], relations: [] };
const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const commit = (sha: string, name: string) => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  'Commit.sha': sha,
  'Commit.name': name,
  'Commit.committedAt': '2026-11-18T09:30:00.000Z',
  ...ZOE,
});
const fileOf = (sha: string) => ({
  path: sha === OLDER ? 'old/app.ts' : 'src/app.ts',
  sha,
  text: `text of ${sha.slice(0, 1)}\nand more\n`,
  reason: null,
  blame: [
    { from: 1, lines: 1, sha: LATEST, author: 'zoe', at: '2026-11-18T09:30:00.000Z' },
    { from: 2, lines: 1, sha: 'c'.repeat(40), author: 'Ann', at: '2026-11-18T09:30:00.000Z' },
  ],
});

beforeEach(() => {
  const rows = [commit(LATEST, 'Move it'), commit(OLDER, 'Start')];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { sha } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { sha?: string };
    const answer = url.endsWith('/entity-file')
      ? { data: fileOf(sha ?? LATEST) }
      : { data: rows, columns: [], meta: { ...META, total: 2 } };
    return Promise.resolve(Response.json(answer));
  });
  show(<ContentTab entity={file} page={GENERIC_PAGE} openTab={() => undefined} />);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe('the content of a file', () => {
  it('is shown at a chosen revision, under the path that it had then', async () => {
    await expect.element(page.getByText('text of a')).toBeVisible();
    await expect.element(page.getByText('src/app.ts')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Newer' })).toBeDisabled();
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.element(page.getByText('text of b')).toBeVisible();
    await expect.element(page.getByText('old/app.ts')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Older' })).toBeDisabled();
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.element(page.getByText('text of a')).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('is shown at the revision and with the lines of its address, which keeps what is chosen', async () => {
    clear();
    const params = new URLSearchParams({ at: OLDER, lines: '2' });
    const written: unknown[] = [];
    const address: PageAddress = {
      read: (name) => params.get(name),
      write: (values, isStep) => written.push([values, isStep]),
    };
    show(
      <AddressProvider value={address}>
        <ContentTab entity={file} page={GENERIC_PAGE} openTab={() => undefined} />
      </AddressProvider>,
    );
    const marked = page.getByRole('row').filter({ hasText: 'and more' });
    await expect.element(marked).toHaveAttribute('aria-current', 'true');
    await expect.element(page.getByText('text of b')).toBeVisible();
    await page.getByRole('button', { name: 'Newer' }).click();
    // Back goes to the revision before, and over the lines that were marked on the way.
    expect(written).toEqual([[{ at: null, lines: null }, true]]);
    await page.getByRole('button', { name: '1', exact: true }).click({ modifiers: ['Shift'] });
    await page.getByRole('textbox', { name: 'Lines' }).fill('1-2');
    expect(written.slice(1)).toEqual([
      [{ lines: '1-2' }, false],
      [{ lines: '1-2' }, false],
    ]);
  });

  it('gives an address of chosen lines, which is of the revision that is shown', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the link to these lines' }).click();
    const link = `${location.origin}/acme/entity/${UUID}?t=content&at=${LATEST}&lines=2`;
    expect(writeText).toHaveBeenCalledWith(link);
    writeText.mockRestore();
  });

  it('names whose lines they are, people by their name in the graph', async () => {
    const owners = page.getByRole('list', { name: 'Owners of its lines' });
    await expect.element(owners).toHaveTextContent(/Ann50%.*Zoe50%/);
    await expect.element(owners.getByRole('link', { name: 'Zoe' })).toBeVisible();
  });
});
