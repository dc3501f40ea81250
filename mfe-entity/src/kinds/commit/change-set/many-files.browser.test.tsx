import type { ChangedFile } from '@cairn/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMIT, ENTITIES, FILES } from '../../../../test/entities.ts';
import { clearPages } from '../../../../test/entity-pages.tsx';
import { createFakeGraph } from '../../../../test/fake-graph.ts';
import { FramedEntity } from '../../../../test/framed-entity.tsx';
import { show } from '../../../../test/show.tsx';

afterEach(clearPages);

const MANY: readonly ChangedFile[] = Array.from({ length: 300 }, (_, at) => {
  const [base] = FILES;
  if (!base) throw new Error('there is no file');
  return { ...base, path: `a-folder-of-long-names/another-one/file-${String(at)}.ts` };
});
const pathOf = (at: number) => MANY[at]?.path ?? '';

function open(): void {
  vi.stubGlobal('fetch', createFakeGraph({ entities: ENTITIES, events: {}, files: { [COMMIT]: MANY } }));
  show(<FramedEntity uuid={COMMIT} start="change-set" />);
}

const diffOf = (at: number) => page.getByRole('region', { name: pathOf(at), exact: true });
const scrollTo = (at: number) => diffOf(at).element().scrollIntoView();
const drawn = () => document.querySelectorAll('section [aria-expanded]').length;

describe('a change set of 300 files', () => {
  it('draws few of them at a time, and those that come near', async () => {
    open();
    await expect.element(page.getByText('300 files')).toBeVisible();
    scrollTo(0);
    await expect.element(diffOf(0).getByText('createVocabulary').first()).toBeVisible();
    expect(drawn()).toBeLessThan(60);
    expect(document.querySelectorAll('[data-index], [role=row]').length).toBeLessThan(80);
    scrollTo(299);
    await expect.element(diffOf(299).getByText('createVocabulary').first()).toBeVisible();
    await expect.poll(drawn).toBeLessThan(60);
  });

  it('leads from its list to a file that is far away', async () => {
    open();
    await userEvent.fill(page.getByRole('textbox', { name: 'Filter files' }), 'file-2');
    const grid = page.getByRole('grid', { name: 'Changed files' });
    await expect.element(grid.getByText('file-20.ts')).toBeVisible();
    await userEvent.click(grid.getByText('file-209.ts'));
    await expect.element(diffOf(209).getByRole('button').first()).toHaveFocus();
  });

  it('gives each path a line of its own where there is no room beside it', async () => {
    open();
    await expect.element(diffOf(0)).toBeInTheDocument();
    scrollTo(0);
    await expect.element(diffOf(0).getByText('file-0.ts')).toBeVisible();
    const main = document.querySelector('main');
    if (!main) throw new Error('nothing is shown');
    main.style.width = '390px';
    const box = (element: Element) => element.getBoundingClientRect();
    const name = diffOf(0).getByText('file-0.ts').element();
    const viewed = page.getByRole('checkbox', { name: `Viewed ${pathOf(0)}`, exact: true }).element();
    await expect.poll(() => box(name).bottom <= box(viewed).top).toBe(true);
    expect(box(name).width).toBeGreaterThan(40);
    expect(box(name).right).toBeLessThanOrEqual(390);
  });
});
