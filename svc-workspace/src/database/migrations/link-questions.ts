import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

const Brief = z
  .object({
    question: z.object({
      params: z.object({ duration: z.string().catch('') }).catch({ duration: '' }),
      viz: z.array(z.object({ value: z.string(), config: z.record(z.string(), z.unknown()) })).catch([]),
    }),
  })
  .nullable()
  .catch(null);

/** What a brief says of its query, as the table holds it; null without a query. */
function questionIn(brief: string) {
  const { question } = Brief.parse(JSON.parse(brief)) ?? {};
  if (!question) return null;
  const [first] = question.viz;
  const settings = Object.entries(first?.config ?? {})
    .filter(([, value]) => typeof value === 'boolean' || typeof value === 'string')
    .map(([key, value]) => `${key}:${String(value)}`)
    .filter((setting) => /^[a-z0-9]{1,40}:[a-z0-9]{1,40}$/i.test(setting));
  return {
    view: (first?.value ?? '').toLowerCase(),
    settings: ` ${settings.join(' ')} `.toLowerCase(),
    duration: question.params.duration.toLowerCase(),
  };
}

const PAGE = 500;

/** Keeps what the queries of saved things are drawn with beside them, because their rows are too long to be read for a list. */
export async function createLinkQuestions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('link_questions')
    .addColumn('link_id', 'text', (column) =>
      column.primaryKey().notNull().references('deep_links.id').onDelete('cascade'),
    )
    .addColumn('view', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('duration', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('link_questions_idx')
    .on('link_questions')
    .columns(['view', 'settings', 'duration', 'link_id'])
    .execute();
  await fillLinkQuestions(db);
}

async function fillLinkQuestions(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; brief: string }>`select id, brief from deep_links
      where brief is not null and id > ${after} order by id limit ${sql.lit(PAGE)}`.execute(db);
    for (const { id, brief } of rows) {
      const question = questionIn(brief);
      if (question)
        await sql`insert into link_questions (link_id, view, settings, duration)
          values (${id}, ${question.view}, ${question.settings}, ${question.duration})`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
