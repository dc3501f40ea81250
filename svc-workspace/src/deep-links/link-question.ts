import type { DrawnWith, LinkBrief, LinkFilter } from '@cairn/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Visible } from './visible-links.ts';
import { foldedTag } from './words.ts';

/** A name as tokens write it, without what parts its words. */
const squeezed = (name: string) => foldedTag(name).replaceAll(/[_-]/g, '');

const SETTING = /^[a-z0-9]{1,40}:[a-z0-9]{1,40}$/;

/** Words and flags of a config as they are stored: ` displaytype:lines vertical:false `. */
const settingsOf = (config: DrawnWith['config'] | Record<string, unknown>): string[] =>
  Object.entries(config)
    .filter(([, value]) => typeof value === 'boolean' || typeof value === 'string')
    .map(([key, value]) => `${key}:${String(value)}`.toLowerCase())
    .filter((setting) => SETTING.test(setting));

/** Replaces what lists know of the query of a saved thing. */
export async function indexQuestion(db: Database, id: string, { question }: LinkBrief): Promise<void> {
  await db.deleteFrom('link_questions').where('link_id', '=', id).execute();
  if (!question) return;
  const [first] = question.viz;
  await db
    .insertInto('link_questions')
    .values({
      link_id: id,
      view: (first?.value ?? '').toLowerCase(),
      settings: ` ${settingsOf(first?.config ?? {}).join(' ')} `,
      duration: foldedTag(question.params.duration ?? ''),
    })
    .execute();
}

/** The condition under which a query is drawn with a view; `heat_map` and `heat` are heatMap. */
function isDrawnWith(view: LinkFilter['views'][number]): RawBuilder<boolean> {
  const name = squeezed(typeof view === 'string' ? view : view.value);
  if (typeof view === 'string') return sql`substr(view, 1, ${sql.lit(name.length)}) = ${name}`;
  const settings = settingsOf(view.config).map((setting) => sql` and settings like ${`% ${setting} %`}`);
  return sql`(view = ${name}${sql.join(settings, sql``)})`;
}

/** Keeps what asks for one of the kinds, and whose query has one of the views and of the durations. */
export function withQuestion(
  rows: Visible,
  { kinds, views, durations }: Pick<LinkFilter, 'kinds' | 'views' | 'durations'>,
): Visible {
  const conditions: RawBuilder<unknown>[] = [];
  if (views.length > 0) conditions.push(sql`(${sql.join(views.map(isDrawnWith), sql` or `)})`);
  if (durations.length > 0) conditions.push(sql`duration in (${sql.join(durations.map(foldedTag))})`);
  let kept = rows;
  if (conditions.length > 0)
    kept = kept.where(
      sql<boolean>`link.id in (select link_id from link_questions where ${sql.join(conditions, sql` and `)})`,
    );
  if (kinds.length > 0) {
    const names = kinds.map(squeezed);
    kept = kept.where(
      sql<boolean>`link.id in (select link_id from link_kinds where lower(kind) in (${sql.join(names)}))`,
    );
  }
  return kept;
}
