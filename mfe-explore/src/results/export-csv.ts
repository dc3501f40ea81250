import { askCsv, type Asked } from '../graph/ask-graph.ts';

/** The rows of the short export (X§9). */
export const SHORT_EXPORT = 1_000;
const EVERYTHING = 1_000_000;

export interface Exported {
  readonly file: string;
  readonly blob: Blob;
}

/** The answer as csv, at most 1,000 rows unless the whole is asked for; the name says when it was cut (ruling 4). */
export async function exportCsv(
  { orgId, kind, query }: Asked,
  title: string,
  total: number,
  whole: boolean,
): Promise<Exported> {
  const { page: _page, pageSize: _size, ...rest } = query;
  const limit = whole ? EVERYTHING : SHORT_EXPORT;
  const asked = kind === 'series' ? rest : { ...rest, limit: Math.min(rest.limit ?? limit, limit) };
  const blob = await askCsv({ orgId, kind, query: asked });
  return { file: csvName(title, kind !== 'series' && total > limit ? limit : null), blob };
}

/** "commits-by-author.csv", or "commits-by-author-first-1000-rows.csv" when rows were left out. */
export function csvName(title: string, cutAt: number | null): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${words || 'answer'}${cutAt === null ? '' : `-first-${cutAt}-rows`}.csv`;
}

/** Hands a file to the browser. */
export function download({ file, blob }: Exported): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
