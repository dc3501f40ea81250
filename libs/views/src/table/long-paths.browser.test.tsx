import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw, frame, known, viewUnderTest } from '../../test/drawn-view.tsx';
import { sampleAnswer } from '../../test/samples.ts';

viewUnderTest();

const folder = 'libs/acceptance/src/journeys/of-many-people/that-work-together/on-the-same-things';
const paths = [`${folder}/first-visit.spec.ts`, `${folder}/second visit.spec.ts`, 'README.md'];
const words =
  'Read either/or of what somebody wrote as two words that are not a path, however long it may be';
const path: Column = { key: 'path', label: 'Path', type: 'string', role: 'group', attribute: 'path' };
const count: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };
const sample = {
  name: '',
  query: Query.parse({ select: ['Commit'], groupBys: ['SourceFile.path'] }),
  answer: sampleAnswer(
    [path, count],
    [...paths, words].map((each, at) => ({ path: each, n: 9 - at })),
  ),
};
/** The same with a second group, which a pivot has across. */
const byStatus = {
  ...sample,
  query: Query.parse({ select: ['Commit'], groupBys: ['SourceFile.path', 'Commit.status'] }),
  answer: sampleAnswer(
    [path, { ...path, key: 'status', label: 'Status', attribute: 'status' }, count],
    [...paths, words].map((each, at) => ({ path: each, status: 'Merged', n: 9 - at })),
  ),
};

const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
/** The parts of a long path as they are drawn: their texts, and whether they are cut. */
const readParts = (title: string) =>
  [...(frame.querySelector(`[title="${title}"]`)?.querySelectorAll('span:not(:has(span))') ?? [])].map(
    (part) => [part.textContent, isCut(part)],
  );

it.each(['unifiedTable', 'pivotTable', 'nestedTable', 'labels'])(
  '%s cuts a long path before its file, which tells it from those of its folder',
  async (view) => {
    frame.style.width = '420px';
    draw(
      known(view),
      view === 'pivotTable' ? byStatus : sample,
      view === 'pivotTable' ? { pivotGroupIndex: 1 } : {},
    );
    await expect.element(page.getByText('README.md')).toBeVisible();
    for (const long of paths.slice(0, 2)) {
      expect(readParts(long)).toEqual([
        [folder, true],
        [long.slice(folder.length), false],
      ]);
    }
    expect(frame.querySelector('[title="README.md"]')?.textContent).toBe('README.md');
    expect(frame.querySelector(`[title="${words}"] span`)).toBeNull();
  },
);

it('a pivot with paths across cuts them in its headers before their file, too', async () => {
  draw(known('pivotTable'), byStatus, { pivotGroupIndex: 0 });
  await expect.element(page.getByRole('columnheader', { name: 'README.md' })).toBeVisible();
  expect(readParts(paths[0] ?? '')).toEqual([
    [folder, true],
    ['/first-visit.spec.ts', false],
  ]);
});

it('a table whose texts wrap cuts nothing', async () => {
  draw(known('unifiedTable'), sample, { allowWrap: true });
  await expect.element(page.getByText(paths[0] ?? '')).toBeVisible();
  expect(readParts(paths[0] ?? '')).toEqual([]);
});

it('a path that is marked and copied is whole and one line', async () => {
  draw(known('unifiedTable'), sample);
  await expect.element(page.getByText('README.md')).toBeVisible();
  const cell = frame.querySelector(`[title="${paths[0] ?? ''}"]`);
  if (cell?.firstChild) window.getSelection()?.selectAllChildren(cell.firstChild);
  const clipboardData = new DataTransfer();
  const copying = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
  cell?.firstChild?.dispatchEvent(copying);
  expect(clipboardData.getData('text/plain')).toBe(paths[0]);
});
