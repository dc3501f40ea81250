import { readCsv, type RowsRequest } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';

/** The rows of the short export (X§9). */
export const SHORT_EXPORT = 1_000;

export interface Exported {
  readonly file: string;
  readonly blob: Blob;
  /** How many rows it holds of how many there are, when it does not hold all of them. */
  readonly cut: { readonly rows: number; readonly total: number } | null;
}

/** The answer as csv, at most 1,000 rows unless the whole is asked for; the name says when it was cut (ruling 4). */
export async function exportCsv(
  orgId: OrgId,
  { kind, query }: RowsRequest,
  title: string,
  whole: boolean,
): Promise<Exported> {
  const { page: _page, pageSize: _size, limit, ...rest } = query;
  const asked = { ...rest, ...rowsOf(limit, whole) };
  const { blob, rows, total } = await readCsv(orgId, { kind, query: kind === 'series' ? rest : asked });
  const cut = kind !== 'series' && rows < total ? { rows, total } : null;
  return { file: csvName(title, cut?.rows ?? null), blob, cut };
}

/** A question that has a limit of its own keeps it. */
function rowsOf(limit: number | undefined, whole: boolean): { limit: number } | { whole: true } {
  if (!whole) return { limit: Math.min(limit ?? SHORT_EXPORT, SHORT_EXPORT) };
  return limit === undefined ? { whole: true } : { limit };
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
export function download({ file, blob }: Pick<Exported, 'file' | 'blob'>): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
