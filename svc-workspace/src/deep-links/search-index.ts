import { LinkBrief } from '@cairn/contracts';
import { PostgresAdapter, sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { indexQuestion } from './link-question.ts';
import type { Content } from './stored-link.ts';
import { foldedWords, tagsIn } from './words.ts';

type Indexed = Pick<Content, 'name' | 'description' | 'tags' | 'brief' | 'text'>;

/** Replaces what lists and the full-text search know of a saved thing. Words of the state stay where none are given. */
export async function indexLink(db: Database, id: string, content: Indexed): Promise<void> {
  const { name, description, text } = content;
  const brief = LinkBrief.parse(JSON.parse(content.brief));
  const tags = [...new Set([...tagsIn(content.tags), ...tagsIn(brief.tags.join())])];
  const texts = {
    name: foldedWords(name),
    description: foldedWords(description),
    tags: foldedWords(tags.join(' ')),
    ...(text === undefined ? {} : { body: foldedWords(text) }),
  };
  const { numUpdatedRows } = await db
    .updateTable('link_texts')
    .set(texts)
    .where('link_id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await db
      .insertInto('link_texts')
      .values({ body: '', ...texts, link_id: id })
      .execute();
  await db.deleteFrom('link_tags').where('link_id', '=', id).execute();
  if (tags.length > 0)
    await db
      .insertInto('link_tags')
      .values(tags.map((tag) => ({ link_id: id, tag })))
      .execute();
  await db.deleteFrom('link_kinds').where('link_id', '=', id).execute();
  const kinds = [...new Set(brief.kinds)];
  if (kinds.length > 0)
    await db
      .insertInto('link_kinds')
      .values(kinds.map((kind) => ({ link_id: id, kind })))
      .execute();
  await indexQuestion(db, id, brief);
}

const COLUMNS = ['name', 'description', 'tags', 'body'] as const;
type IndexedColumn = (typeof COLUMNS)[number];

const isPostgres = (db: Database) => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * The saved things that hold, for each word, a word that begins with it, in one of the columns. `rank` is best first
 * when it ascends. Words hold letters and digits only.
 */
export function matching(
  db: Database,
  words: readonly string[],
  columns: readonly IndexedColumn[] = COLUMNS,
): RawBuilder<{ link_id: string; rank: number }> {
  if (isPostgres(db)) {
    const weights = columns.map((column) => 'ABCD'.charAt(COLUMNS.indexOf(column))).join('');
    const query = sql`to_tsquery('simple', ${words.map((word) => `${word}:*${weights}`).join(' & ')})`;
    return sql`(select link_id, -ts_rank(document, ${query}) as rank from link_texts where document @@ ${query})`;
  }
  const query = `{${columns.join(' ')}} : (${words.map((word) => `"${word}"*`).join(' AND ')})`;
  return sql`(select link_texts.link_id, bm25(link_search, 10, 4, 4, 1) as rank
    from link_search join link_texts on link_texts.id = link_search.rowid where link_search match ${query})`;
}
