import { describe, expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

/** Pages that are given when the test says so, and which of them were asked for. */
function heldPages(failsAfter?: number) {
  const asked: number[] = [];
  async function* read() {
    for (let page = 1; page <= 6; page += 1) {
      if (page === failsAfter) throw new Error('the tool is down');
      asked.push(page);
      yield page;
    }
  }
  return { asked, pages: read() };
}

/** What a consumer takes that lets all come that may come before it asks again. */
async function takeSlowly(pages: AsyncIterable<number>, most: number): Promise<number[][]> {
  const taken: number[][] = [];
  for await (const came of readAhead(pages, most)) {
    taken.push(came);
    await new Promise((done) => {
      setImmediate(done);
    });
  }
  return taken;
}

describe('reading ahead', () => {
  it('gives the first page at once, and then all that came since, in order', async () => {
    expect(await takeSlowly(heldPages().pages, 20)).toEqual([[1], [2, 3, 4, 5, 6]]);
  });

  it('lets no more pages wait than the most', async () => {
    expect(await takeSlowly(heldPages().pages, 2)).toEqual([[1], [2, 3], [4, 5], [6]]);
  });

  it('gives the pages before a fault, and then the fault', async () => {
    const taken: number[] = [];
    const read = async () => {
      for await (const came of readAhead(heldPages(4).pages)) taken.push(...came);
    };
    await expect(read()).rejects.toThrow('the tool is down');
    expect(taken).toEqual([1, 2, 3]);
  });

  it('asks for nothing more once its pages are not taken any more', async () => {
    const { asked, pages } = heldPages();
    for await (const _came of readAhead(pages, 1)) break;
    const before = [...asked];
    await new Promise((done) => {
      setImmediate(done);
    });
    expect(asked).toEqual(before);
    expect(asked.length).toBeLessThan(4);
  });
});
