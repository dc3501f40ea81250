import type { FileText } from '@cairn/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show, violations } from '../../../test/show.tsx';
import { GENERIC_PAGE } from '../../kind-page/define-kind-page.tsx';
import { groupProperties } from '../../properties/group-properties.ts';
import { CommentedLines } from './commented-lines.tsx';

const FILE = '00000000-0000-4000-8000-000000000018';
const related = (name: string, uuid: string) => {
  return { name, label: name, target: name, total: 1, items: [{ uuid, kind: name, name }] };
};
const comment = {
  uuid: '00000000-0000-4000-8000-000000000001',
  labels: ['PullRequestReviewComment'],
  name: 'Why?',
  properties: { path: 'src/app.ts', line: 7 },
  own: [],
  relations: [related('PullRequest', '00000000-0000-4000-8000-000000000002')],
};
const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };

function open(text: string | null, reason: string | null = null): void {
  const file: FileText = { path: 'src/app.ts', sha: 'a'.repeat(40), text, reason, blame: [] };
  const rows = { data: [{ uuid: FILE }], columns: [], meta: { ...META, total: 1 } };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.endsWith('/entity-file') ? { data: file } : rows)),
  );
  show(
    <CommentedLines
      entity={comment}
      page={GENERIC_PAGE}
      openTab={() => undefined}
      groups={groupProperties(comment)}
    />,
  );
}
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe('a comment on a line', () => {
  it('shows the line that it stands at among those around it, and leads to the file', async () => {
    open(Array.from({ length: 30 }, (_, at) => `the line ${String(at + 1)}`).join('\n'));
    const marked = page.getByRole('region', { name: 'Lines' }).getByRole('row').nth(5);
    await expect.element(marked).toHaveTextContent('7the line 7');
    await expect.element(marked).toHaveAttribute('aria-current', 'true');
    await expect.element(page.getByRole('link', { name: 'src/app.ts' })).toBeVisible();
    expect(page.getByRole('row').elements()).toHaveLength(11);
    expect(await violations()).toEqual([]);
  });

  it.each([
    ['no text of the file is kept', null, 'The source of this file keeps no text of it here.'],
    ['the file is shorter now', 'one\ntwo\n', 'The file has no such line any more.'],
  ])('says why there is none: %s', async (_, text, words) => {
    open(text, text === null ? words : null);
    await expect.element(page.getByText(words)).toBeVisible();
  });
});
