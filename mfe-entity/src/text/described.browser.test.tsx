import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../test/show.tsx';
import { Described } from './described.tsx';

afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

it('draws a description with its tables, and copies it as it was written', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  const text = '## Why\n\n| cause | times |\n|---|--:|\n| timeout | 12 |';
  show(<Described text={text} name="CAT-45" />);
  await expect.element(page.getByRole('cell', { name: 'timeout' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy text' }).click();
  expect(copied).toEqual([text]);
  await expect.element(page.getByRole('button', { name: 'Download PDF' })).toBeEnabled();
});

it('draws what is hostile as text, and opens no script', async () => {
  const text =
    '<script>alert(1)</script>\n\n**seen** <img src=x onerror=alert(1)> [here](javascript:alert(1))';
  show(<Described text={text} name="CAT-45" />);
  await expect.element(page.getByText('seen')).toBeVisible();
  expect(document.querySelectorAll('main script, main img, main a')).toHaveLength(0);
});

it('says why it could not be saved', async () => {
  const { calls } = show(<Described text="Words" name="CAT-45" />);
  await expect.element(page.getByText('Words')).toBeVisible();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await expect
    .poll(() => calls.filter(([name]) => name === 'toast').map(([, toast]) => toast))
    .toEqual([{ kind: 'error', message: expect.stringMatching(/^The file could not be made\./) }]);
});
