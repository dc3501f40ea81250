import { z } from 'zod';

const Attributes = z.record(z.string(), z.unknown());

/** One node of a document, whose content is parsed when it is visited. */
const AdfNode = z.object({
  type: z.string(),
  text: z.string().catch(''),
  attrs: Attributes.catch({}),
  content: z.array(z.unknown()).catch([]),
  marks: z.array(z.unknown()).catch([]),
});
export type AdfNode = z.infer<typeof AdfNode>;

const Mark = z.object({ type: z.string(), attrs: Attributes.catch({}) });

/** The nodes among values; what is no node is left out. */
export function adfNodes(values: readonly unknown[]): AdfNode[] {
  return values.flatMap((value) => {
    const parsed = AdfNode.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

/** An attribute as text; empty where it is something else. */
export function textAttribute({ attrs }: Pick<AdfNode, 'attrs'>, name: string): string {
  const value = attrs[name];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** A whole number among the attributes, within bounds. */
export function numberAttribute(
  node: AdfNode,
  name: string,
  [least, most]: readonly [number, number],
): number {
  const value = Number.parseInt(textAttribute(node, name), 10);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

/** The marks of a text by type, each with the address that a link has. */
export function adfMarks({ marks }: AdfNode): ReadonlyMap<string, string> {
  const parsed = marks.flatMap((mark) => {
    const { success, data } = Mark.safeParse(mark);
    return success ? [data] : [];
  });
  return new Map(parsed.map((mark) => [mark.type, textAttribute(mark, 'href')]));
}
