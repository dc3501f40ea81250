import type { PivotNode, PivotTree } from './pivot-tree.ts';
import { leavesOf } from './pivot-rows.ts';

/** A tree whose measures are rows: each group begins with a row for each of them. */
export function withMeasureRows(tree: PivotTree, hasTotal: boolean): PivotTree {
  const { whole } = tree;
  const children = whole.children.map((node) => within(node, tree));
  // The whole needs a row for each measure too, and the last row of a table is one.
  const total = { ...whole, id: `${whole.id}\u0000total`, level: 1, children: [] };
  return { ...tree, whole: { ...whole, children: hasTotal ? [...children, within(total, tree)] : children } };
}

function within(node: PivotNode, tree: PivotTree): PivotNode {
  const leaves = leavesOf(node.level === 1 && node.groups.length === 0 ? tree.whole : node);
  const measures = tree.measures.map(({ column }, measure): PivotNode => ({
    ...node,
    id: `${node.id}\u0000${column.key}`,
    label: column.label,
    level: node.level + 1,
    children: [],
    measure,
    leaves,
  }));
  return { ...node, children: [...measures, ...node.children.map((each) => within(each, tree))] };
}

/** Whether a row only heads the rows of its measures. */
export const isHeader = (node: PivotNode): boolean =>
  node.children.some(({ measure }) => measure !== undefined);
