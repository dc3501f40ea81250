import { describe, expect, it } from 'vitest';
import { BOX, draw, wayInWords } from './layout.ts';

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
    const { boxes } = draw(diagram);
    const columns = [...new Set(boxes.map(({ x }) => x))].toSorted((one, other) => one - other);
    expect(columns.map((column) => boxes.filter(({ x }) => x === column).map(({ name }) => name))).toEqual([
      ['Commit'],
      ['Person', 'Repository'],
      ['Team'],
      ['Channel'],
    ]);
  });

  it('lets no two boxes meet and none lie outside', () => {
    const { boxes, width, height } = draw(diagram);
    for (const [index, one] of boxes.entries()) {
      expect(one.x + BOX.width).toBeLessThanOrEqual(width);
      expect(one.y + BOX.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) {
        expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true);
      }
    }
  });

  it('joins what is related, whichever way, and nothing with itself', () => {
    expect(draw(diagram).lines.map(({ words }) => words)).toEqual([
      'Commit → Person, as Author',
      'Person → Team',
      'Repository → Commit',
    ]);
    for (const { from, to } of draw(diagram).lines) expect(from.x).toBeLessThanOrEqual(to.x);
  });

  it('is empty of nothing', () => {
    expect(draw({ kinds: [], relations: [] })).toMatchObject({ boxes: [], lines: [] });
    expect(wayInWords(diagram, way('Commit', 'Nobody'))).toBe('Commit → Nobody');
  });
});
