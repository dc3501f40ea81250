import { describe, expect, it } from 'vitest';
import { BOX, layoutOf, relationInWords } from './layout.ts';

const kind = (name: string) => ({ name, label: name, icon: 'x', color: 'event' });
const way = (from: string, to: string, label = to) => ({ from, name: to, to, label, many: false });
const diagram = {
  kinds: ['Commit', 'Person', 'Team', 'Repository', 'Channel'].map(kind),
  relations: [
    way('Commit', 'Person', 'Author'),
    way('Person', 'Team'),
    way('Repository', 'Commit'),
    way('Team', 'Team'),
  ],
};

describe('the drawing of a diagram', () => {
  it('has a column for each step from the first kind, and the unreached behind them', () => {
    const { boxes } = layoutOf(diagram);
    const columns = [...new Set(boxes.map(({ x }) => x))].toSorted((one, other) => one - other);
    expect(columns.map((column) => boxes.filter(({ x }) => x === column).map(({ name }) => name))).toEqual([
      ['Commit'],
      ['Person', 'Repository'],
      ['Team'],
      ['Channel'],
    ]);
  });

  it('lets no two boxes meet and none lie outside', () => {
    const { boxes, width, height } = layoutOf(diagram);
    for (const [index, one] of boxes.entries()) {
      expect(one.x + BOX.width).toBeLessThanOrEqual(width);
      expect(one.y + BOX.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) {
        expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true);
      }
    }
  });

  it('joins what is related, whichever way, and nothing with itself', () => {
    expect(layoutOf(diagram).lines.map(({ words }) => words)).toEqual([
      'Commit → Person, as Author',
      'Person → Team',
      'Repository → Commit',
    ]);
    for (const { from, to } of layoutOf(diagram).lines) expect(from.x).toBeLessThanOrEqual(to.x);
  });

  it('is empty of nothing', () => {
    expect(layoutOf({ kinds: [], relations: [] })).toMatchObject({ boxes: [], lines: [] });
    expect(relationInWords(diagram, way('Commit', 'Nobody'))).toBe('Commit → Nobody');
  });
});
