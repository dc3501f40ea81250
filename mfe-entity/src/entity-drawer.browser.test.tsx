import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ADA, CHILD, COMMIT, PARENT } from '../test/entities.ts';
import { clearPages, serveGraph } from '../test/entity-pages.tsx';
import { calls, show } from '../test/show.tsx';
import { EntityDrawer } from './entity-drawer.tsx';

beforeEach(serveGraph);
afterEach(clearPages);

describe('the drawer', () => {
  const open = (uuid: string, onMove: (uuid: string) => void, onTitle = vi.fn(), onPast = vi.fn()) =>
    show(
      <EntityDrawer
        uuid={uuid}
        siblings={[PARENT, COMMIT, CHILD]}
        onMove={onMove}
        onPast={onPast}
        onTitle={onTitle}
      />,
    );

  it('moves through its list by the arrow keys', async () => {
    const onMove = vi.fn();
    const onTitle = vi.fn();
    open(COMMIT, onMove, onTitle);
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Plan questions');
    // Title and keys are set up after the visible content is drawn.
    await expect.poll(() => onTitle.mock.calls.at(-1)).toEqual(['Plan questions offline, phase by phase']);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect.poll(() => onMove.mock.calls).toEqual([[CHILD], [PARENT]]);
  });

  it('leaves the arrow keys to what uses them itself', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await userEvent.click(page.getByRole('tab', { name: 'Change set' }));
    await userEvent.click(page.getByRole('textbox', { name: 'Filter files' }));
    await userEvent.keyboard('{ArrowDown}');
    expect(onMove).not.toHaveBeenCalled();
  });

  it('moves by j and k too', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Plan questions');
    await userEvent.keyboard('jk');
    await expect.poll(() => onMove.mock.calls).toEqual([[CHILD], [PARENT]]);
  });

  it('moves from a tab as from anywhere', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await userEvent.click(page.getByRole('tab', { name: 'Properties' }));
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => onMove.mock.calls).toEqual([[CHILD]]);
  });

  it('moves from a choice of several too, which keeps its own value', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await userEvent.click(page.getByText('Related', { exact: true }));
    await userEvent.keyboard('{ArrowUp}k');
    await expect.poll(() => onMove.mock.calls).toEqual([[PARENT], [PARENT]]);
    expect(page.getByRole('radio', { name: 'Related' }).element()).toHaveProperty('checked', true);
  });

  it('leaves j and k to a text that is being written', async () => {
    const onMove = vi.fn();
    open(COMMIT, onMove);
    await userEvent.click(page.getByRole('tab', { name: 'Change set' }));
    await userEvent.click(page.getByRole('textbox', { name: 'Filter files' }));
    await userEvent.keyboard('jk');
    await expect.element(page.getByRole('textbox', { name: 'Filter files' })).toHaveValue('jk');
    expect(onMove).not.toHaveBeenCalled();
  });

  it('asks for what follows its list at its end', async () => {
    const onMove = vi.fn();
    const onPast = vi.fn();
    open(CHILD, onMove, vi.fn(), onPast);
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Serve ask');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => onPast.mock.calls).toEqual([[1]]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('tells what a link leads to while the pointer stays on it', async () => {
    open(COMMIT, vi.fn());
    await userEvent.hover(page.getByRole('link', { name: 'Ada Lovelace' }).first());
    const card = page.getByRole('tooltip');
    await expect.element(card).toHaveTextContent('Person');
    await expect.element(card).toHaveTextContent('ada@example.com');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => card.query()).toBeNull();
  });

  it('opens what is related in the drawer', async () => {
    const host = open(COMMIT, vi.fn());
    await userEvent.click(page.getByRole('link', { name: 'Ada Lovelace' }).first());
    await expect.poll(() => calls(host, 'openEntity')).toEqual([['openEntity', ADA]]);
  });
});
