import { readCsv } from '@cairn/client';
import type { OrgId } from '@cairn/contracts';
import type { GraphRequest } from '@cairn/views';

/** The rows of the short export (X§9). */
export const SHORT_EXPORT = 1_000;

export interface CsvExport {
  readonly file: string;
  readonly blob: Blob;
  /** When rows were left out: how many of the total the file has. */
  readonly cut: { readonly rows: number; readonly total: number } | null;
}

/**
 * The answer as csv, at most 1,000 rows unless all are requested. The file name says when rows were left out
 * (ruling 4).
 */
export async function exportCsv(
  orgId: OrgId,
  request: GraphRequest,
  title: string,
  whole: boolean,
): Promise<CsvExport> {
  const { blob, rows, total } = await readCsv(orgId, csvRequest(request, whole));
  const cut = request.kind !== 'series' && rows < total ? { rows, total } : null;
  return { file: csvName(title, cut?.rows ?? null), blob, cut };
}

/** The request of a sheet, without paging and sample sizes, which do not belong in a file. */
function csvRequest({ kind, query }: GraphRequest, whole: boolean): GraphRequest {
  const { page: _page, pageSize: _size, counts: _counts, limit, ...asked } = query;
  const rest = { ...asked, format: 'sheet' as const };
  return { kind, query: kind === 'series' ? rest : { ...rest, ...rowsOf(limit, whole) } };
}

/** A query keeps its own limit. */
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
    // A name that is too long ends with a whole word.
    .replace(/^(.{20,60})(?:-.*)$/u, (whole, start: string) => (whole.length > 60 ? start : whole))
    .slice(0, 60);
  return `${words || 'answer'}${cutAt === null ? '' : `-first-${cutAt}-rows`}.csv`;
}

/** Hands a file to the browser. */
export function download({ file, blob }: Pick<CsvExport, 'file' | 'blob'>): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
