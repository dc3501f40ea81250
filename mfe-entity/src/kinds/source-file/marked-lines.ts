/** Lines of a file that an address points to, both ends included. */
export interface MarkedLines {
  readonly from: number;
  readonly to: number;
}

const WRITTEN = /^\s*(\d{1,7})\s*(?:[-–]\s*(\d{1,7})\s*)?$/;

/** The lines that a text such as 12 or 12-20 names; null for one that names none. */
export function linesIn(text: string | null): MarkedLines | null {
  const [, first, last = first] = WRITTEN.exec(text ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [Number(first), Number(last)].toSorted((one, other) => one - other);
  return from === undefined || to === undefined || from < 1 ? null : { from, to };
}

/** The lines as an address names them. */
export function linesText({ from, to }: MarkedLines): string {
  return from === to ? String(from) : `${String(from)}-${String(to)}`;
}

/** The lines that are marked once another one is chosen: it alone, or all up to it. */
export function markedWith(line: number, marked: MarkedLines | null, isUpTo: boolean): MarkedLines {
  if (!isUpTo || !marked) return { from: line, to: line };
  return { from: Math.min(line, marked.from), to: Math.max(line, marked.from) };
}
