import type { LinkFilter } from '@cairn/contracts';
import { PostgresAdapter, sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Visible } from './link-list.ts';
import { foldedTag } from './words.ts';

/** The text at a path of the brief, in lower case; null where it has none. */
function briefText(db: Database, path: readonly (string | number)[]): RawBuilder<string | null> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    return sql`lower(link.brief::json #>> ${`{${path.join(',')}}`}::text[])`;
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return sql`lower(json_extract(link.brief, ${`$${at}`}))`;
}

/** A name as tokens write it, without what parts its words. */
const squeezed = (name: string) => foldedTag(name).replaceAll(/[_-]/g, '');

/** Keeps what asks for one of the kinds, and whose query has one of the views and of the durations. */
export function withQuestion(
  db: Database,
  rows: Visible,
  { kinds, views, durations }: Pick<LinkFilter, 'kinds' | 'views' | 'durations'>,
): Visible {
  let kept = rows;
  if (kinds.length > 0) {
    const names = kinds.map(squeezed);
    kept = kept.where(
      sql<boolean>`link.id in (select link_id from link_kinds where lower(kind) in (${sql.join(names)}))`,
    );
  }
  if (views.length > 0) {
    // `heat_map` and `heat` are heatMap.
    const view = briefText(db, ['question', 'viz', 0, 'value']);
    const starts = views.map(squeezed).map((name) => sql`substr(${view}, 1, ${name.length}) = ${name}`);
    kept = kept.where(sql<boolean>`(${sql.join(starts, sql` or `)})`);
  }
  if (durations.length > 0)
    kept = kept.where(briefText(db, ['question', 'params', 'duration']), 'in', durations.map(foldedTag));
  return kept;
}
