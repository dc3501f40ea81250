import { Menu, UiProvider } from '@cairn/ui';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DebugDialog, JsonViewer, MarkdownViewer, TagList } from './viewers.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
let root: Root;
const copied = vi.fn((_text: string) => Promise.resolve());
const draw = (node: ReactNode) => root.render(<UiProvider colorScheme="light">{node}</UiProvider>);

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('the JSON viewer', () => {
  it.each([undefined, null, {}, []])('has no data to display of %j', async (data) => {
    draw(<JsonViewer data={data} />);
    await expect.element(page.getByText('No data to display')).toBeVisible();
  });

  it('shows lists of up to five inline, and longer ones when they are opened', async () => {
    draw(<JsonViewer data={{ few: numbers(5), many: numbers(6) }} />);
    await expect.element(page.getByText('6 items')).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(5);
    await page.getByText('6 items').click();
    expect(page.getByRole('listitem').elements()).toHaveLength(11);
  });

  it('shows records as a table of ten rows a page', async () => {
    draw(<JsonViewer data={numbers(12).map((at) => ({ name: `row ${String(at)}`, at }))} />);
    const rows = () => page.getByRole('row').elements().length - 1;
    await expect.poll(rows).toBe(10);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(rows).toBe(2);
    await expect.element(page.getByRole('cell', { name: 'row 11' })).toBeVisible();
  });

  it('draws three levels, and what lies deeper as text until it is opened', async () => {
    draw(<JsonViewer data={{ a: { b: { c: { d: 'deep' } } } }} />);
    await expect.element(page.getByText('{"d":"deep"}')).toBeVisible();
    expect(document.querySelectorAll('dl')).toHaveLength(3);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByText('deep', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('dl')).toHaveLength(4);
  });

  it('shows a string of a hundred characters in a block', async () => {
    draw(<JsonViewer data={{ short: 'a'.repeat(99), long: 'b'.repeat(100) }} />);
    await expect.element(page.getByText('a'.repeat(99))).toBeVisible();
    expect([...document.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
      'b'.repeat(100),
    ]);
  });

  it('draws hostile names and values as text', async () => {
    draw(<JsonViewer data={{ [HOSTILE]: HOSTILE, ['__proto__']: [{ constructor: HOSTILE }] }} />);
    await expect.element(page.getByText(HOSTILE).first()).toBeVisible();
    expect(document.querySelectorAll('img')).toHaveLength(0);
  });
});

describe('the markdown viewer', () => {
  const TABLE = '```markdown\n| name | lines |\n|---|--:|\n| plan.ts | 12 |\n```';

  it('draws a table, and the text of a fence around all of it', async () => {
    draw(<MarkdownViewer name="Week" text={TABLE} />);
    await expect.element(page.getByRole('cell', { name: 'plan.ts' })).toBeVisible();
    expect(document.body.textContent).not.toContain('```');
  });

  it('copies its text and confirms it, saves a PDF, and has the actions of its place', async () => {
    const saved: Element[] = [];
    draw(
      <MarkdownViewer
        name="Week"
        text="Some words"
        onDownload={(part) => saved.push(part)}
        actions={<Menu.Item>Add to a board</Menu.Item>}
      />,
    );
    await page.getByRole('button', { name: 'Copy text' }).click();
    expect(copied).toHaveBeenCalledWith('Some words');
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.getByRole('button', { name: 'Download PDF' }).click();
    expect(saved.map(({ textContent }) => textContent)).toEqual(['Some words']);
    await page.getByRole('button', { name: 'More for Week' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Add to a board' })).toBeVisible();
  });

  it('says that there is no text, and neither copies nor saves it', async () => {
    draw(<MarkdownViewer name="Week" text="  " onDownload={() => undefined} />);
    await expect.element(page.getByText('none of the queries returned any data')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Copy text' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
  });
});

it('debug data shows what was asked and what came back', async () => {
  draw(
    <DebugDialog open onClose={() => undefined} request={{ select: ['Commit'] }} response={{ total: 7 }} />,
  );
  const dialog = page.getByRole('dialog', { name: 'Debug Data' });
  await expect.element(dialog.getByText('Commit')).toBeVisible();
  await dialog.getByRole('tab', { name: 'API Response' }).click();
  await expect.element(dialog.getByText('7')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy the response' }).click();
  expect(copied).toHaveBeenCalledWith('{\n  "total": 7\n}');
});

it('a copy that the browser refuses is only logged, and nothing is confirmed', async () => {
  const refused = new Error('Not allowed.');
  copied.mockRejectedValueOnce(refused);
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  draw(<MarkdownViewer name="Week" text="Words" />);
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => logged.mock.calls).toEqual([['The text was not copied.', refused]]);
  await expect.element(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
});

it('tags are ten, and all of them when asked for', async () => {
  const chosen: string[] = [];
  draw(<TagList tags={numbers(13).map((at) => `tag-${String(at)}`)} onTag={(tag) => chosen.push(tag)} />);
  const shown = () => page.getByRole('button', { name: /^tag-/ }).elements().length;
  await expect.poll(shown).toBe(10);
  await page.getByText('+3 more').click();
  await expect.poll(shown).toBe(13);
  await page.getByRole('button', { name: 'tag-12' }).click();
  await page.getByText('Show Less').click();
  await expect.poll(shown).toBe(10);
  expect(chosen).toEqual(['tag-12']);
  await userEvent.keyboard('{Escape}');
});
