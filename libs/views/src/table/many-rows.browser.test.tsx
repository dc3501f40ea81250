import type { Column } from '@cairn/contracts';
import { Query } from '@cairn/query';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw, frame, known, viewUnderTest } from '../../test/drawn-view.tsx';
import { sampleAnswer } from '../../test/samples.ts';

viewUnderTest();

const ROWS = 100_000;
const group: Column = { key: 'path', label: 'Path', type: 'string', role: 'group', attribute: 'path' };
const count: Column = { key: 'n', label: 'Commits', type: 'number', role: 'measure', reducer: 'count' };

describe('a table of 100,000 groups', () => {
  it('draws the rows in view alone, wherever it is scrolled to', async () => {
    const data = Array.from({ length: ROWS }, (_, row) => ({ path: `src/file-${row}.ts`, n: row % 97 }));
    const sample = {
      name: '',
      query: Query.parse({ select: ['Commit'], groupBys: ['SourceFile.path'] }),
      answer: sampleAnswer([group, count], data),
    };
    draw(known('unifiedTable'), sample, { totals: true, bars: true });
    await expect.element(page.getByText('src/file-0.ts')).toBeVisible();
    const rows = () => frame.querySelectorAll('[data-index]').length;
    const scroller = [...frame.querySelectorAll('div')].find(({ scrollHeight }) => scrollHeight > ROWS * 30);
    for (let step = 1; step <= 20; step += 1) {
      scroller?.scrollTo({ top: (step / 20) * scroller.scrollHeight });
      await new Promise(requestAnimationFrame);
      expect(rows()).toBeLessThan(80);
    }
    await expect.element(page.getByText(`src/file-${ROWS - 1}.ts`)).toBeVisible();
  });
});
