/** A part of a document that should stay on one page. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Where the pages of a document end, from its top: before a part that would be cut, unless the part is longer than a
 * page itself.
 */
export function pageBreaks(height: number, page: number, blocks: readonly Block[]): number[] {
  const ends: number[] = [];
  for (let start = 0; start < height; start = ends.at(-1) ?? height) {
    const limit = start + page;
    if (limit >= height) {
      ends.push(height);
      break;
    }
    ends.push(endBefore(limit, start, page, blocks));
  }
  return ends;
}

/** The last place up to the limit at which nothing is cut. */
function endBefore(limit: number, start: number, page: number, blocks: readonly Block[]): number {
  const fitting = blocks.filter(({ top, bottom }) => top > start && bottom - top <= page);
  let end = limit;
  for (let cut = cutBy(end, fitting); cut; cut = cutBy(end, fitting)) end = cut.top;
  return end;
}

const cutBy = (at: number, blocks: readonly Block[]) =>
  blocks.find(({ top, bottom }) => top < at && bottom > at);
