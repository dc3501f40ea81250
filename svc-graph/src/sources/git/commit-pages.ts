import { type Statement, update } from '../../store/statement.ts';
import type { Context } from './normalise.ts';

/** What the web addresses of a repository's commits begin with; empty where its host is not known. */
export function commitPages({ webUrl }: Pick<Context, 'webUrl'>): string {
  return webUrl === null ? '' : `${webUrl}/commit/`;
}

/** The web address of a commit in SQL, after what `param` holds. */
export const commitPage = (param: string) => `nullif(${param}::VARCHAR, '') || sha`;

/** A line, in the engine's words, of which something can be seen. */
export const VISIBLE_LINE = '[^\\n]*[^\\pC\\pZ\\pM\\x{115F}\\x{1160}\\x{2800}\\x{3164}\\x{FFA0}][^\\n]*';

/** The name of a commit in SQL: its subject where it can be seen, else the first line that can, else its short sha. */
export const commitNameSql = (subject: string) => `CASE
  WHEN regexp_matches(${subject}, '[!-~]') OR regexp_matches(${subject}, '${VISIBLE_LINE}') THEN ${subject}
  ELSE coalesce(nullif(regexp_extract(message, '${VISIBLE_LINE}'), ''), left(sha, 10)) END`;

/** Gives commits that were read earlier the address and the name that they would be read with now. */
export function renewCommits(context: Context): Statement[] {
  const page = commitPage('$2');
  const params = [context.repositoryUuid, commitPages(context)];
  const own = 'WHERE "repositoryUuid" = $1::UUID AND';
  return [
    update('Commit', { sourceUrl: page }, `${own} "sourceUrl" IS DISTINCT FROM ${page}`, params),
    update('Commit', { name: 'left(sha, 10)' }, `${own} name = ''`, [context.repositoryUuid]),
  ];
}
