import { sql, type Kysely } from 'kysely';
import type { DatabaseEngine } from '../dialects.ts';

const TEXTS = ['name', 'description', 'tags', 'body'] as const;

/** Creates the words of saved things and their full-text index: FTS5, or a tsvector of PostgreSQL. */
export function createLinkSearch(kind: DatabaseEngine['kind']) {
  return async (db: Kysely<unknown>): Promise<void> => {
    // Names are compared by their bytes on both engines.
    const text = kind === 'postgres' ? sql`text collate "C"` : ('text' as const);
    const table = db.schema
      .createTable('link_texts')
      .addColumn('id', 'integer', (column) =>
        kind === 'sqlite'
          ? column.primaryKey().autoIncrement()
          : column.primaryKey().generatedAlwaysAsIdentity(),
      )
      .addColumn('link_id', 'text', (column) =>
        column.notNull().references('deep_links.id').onDelete('cascade'),
      );
    await TEXTS.reduce(
      (made, name) => made.addColumn(name, text, (column) => column.notNull()),
      table,
    ).execute();
    await (kind === 'sqlite' ? indexInSqlite(db) : indexInPostgres(db));
    await db.schema
      .createIndex('link_texts_link_idx')
      .on('link_texts')
      .columns(['link_id', 'name'])
      .unique()
      .execute();
  };
}

async function indexInSqlite(db: Kysely<unknown>): Promise<void> {
  const names = TEXTS.join(', ');
  const old = TEXTS.map((name) => `old.${name}`).join(', ');
  const added = `insert into link_search (rowid, ${names}) values (new.id, ${TEXTS.map((name) => `new.${name}`).join(', ')});`;
  const removed = `insert into link_search (link_search, rowid, ${names}) values ('delete', old.id, ${old});`;
  const statements = [
    `create virtual table link_search using fts5(${names}, content='link_texts', content_rowid='id',
      tokenize='unicode61 remove_diacritics 2', prefix='2 3')`,
    `create trigger link_texts_added after insert on link_texts begin ${added} end`,
    `create trigger link_texts_removed after delete on link_texts begin ${removed} end`,
    `create trigger link_texts_changed after update on link_texts begin ${removed} ${added} end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function indexInPostgres(db: Kysely<unknown>): Promise<void> {
  const document = TEXTS.map(
    (name, place) => `setweight(to_tsvector('simple', ${name}), '${'ABCD'.charAt(place)}')`,
  ).join(' || ');
  await sql
    .raw(`alter table link_texts add column document tsvector generated always as (${document}) stored`)
    .execute(db);
  await sql.raw('create index link_texts_document_idx on link_texts using gin (document)').execute(db);
}
