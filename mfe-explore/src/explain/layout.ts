import type { RelationDiagram } from '@cairn/contracts';

export interface KindBox {
  readonly name: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

export interface RelationLine {
  readonly key: string;
  /** "Commit → Person, as Author" */
  readonly words: string;
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

export interface DiagramLayout {
  readonly boxes: readonly KindBox[];
  readonly lines: readonly RelationLine[];
  readonly width: number;
  readonly height: number;
}

export const BOX = { width: 148, height: 28 };
const COLUMN = BOX.width + 72;
const ROW = BOX.height + 12;
const EDGE = 4;

/** The distance of each kind from the first one, in relations. Unreachable kinds come last. */
function distances({ kinds, relations }: RelationDiagram): Map<string, number> {
  const known = new Map(kinds.slice(0, 1).map(({ name }) => [name, 0]));
  for (const [name, steps] of known) {
    for (const { from, to } of relations) {
      const next = from === name ? to : to === name ? from : null;
      if (next !== null && !known.has(next)) known.set(next, steps + 1);
    }
  }
  const last = Math.max(-1, ...known.values()) + 1;
  for (const { name } of kinds) if (!known.has(name)) known.set(name, last);
  return known;
}

/** A relation in words, with its role when that differs from the target's name. */
export function relationInWords(
  { kinds }: RelationDiagram,
  { from, to, label }: RelationDiagram['relations'][number],
): string {
  const nameOf = (name: string) => kinds.find((kind) => kind.name === name)?.label ?? name;
  const as = label === nameOf(to) ? '' : `, as ${label}`;
  return `${nameOf(from)} → ${nameOf(to)}${as}`;
}

/** Lays a diagram out in columns, by each kind's distance from the first one. */
export function layoutOf(diagram: RelationDiagram): DiagramLayout {
  const steps = distances(diagram);
  const filled = new Map<number, number>();
  const boxes = diagram.kinds.map(({ name, label }): KindBox => {
    const column = steps.get(name) ?? 0;
    const row = filled.get(column) ?? 0;
    filled.set(column, row + 1);
    return { name, label, x: EDGE + column * COLUMN, y: EDGE + row * ROW };
  });
  const byName = new Map(boxes.map((box) => [box.name, box]));
  const lines = diagram.relations.flatMap((relation): RelationLine[] => {
    const [from, to] = [byName.get(relation.from), byName.get(relation.to)];
    if (!from || !to || from === to) return [];
    const [left, right] = from.x <= to.x ? [from, to] : [to, from];
    const middle = BOX.height / 2;
    const start = { x: left.x + BOX.width, y: left.y + middle };
    // Kinds in one column are joined on their right.
    const end = { x: left.x === right.x ? right.x + BOX.width : right.x, y: right.y + middle };
    const key = `${relation.from}.${relation.name}`;
    return [{ key, words: relationInWords(diagram, relation), from: start, to: end }];
  });
  return {
    boxes,
    lines,
    width: Math.max(0, ...boxes.map(({ x }) => x)) + BOX.width + EDGE + (COLUMN - BOX.width) / 2,
    height: Math.max(0, ...boxes.map(({ y }) => y)) + BOX.height + EDGE,
  };
}
