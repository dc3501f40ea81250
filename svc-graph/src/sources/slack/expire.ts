import { PUBLISH } from '../../store/load.ts';
import { deleteFrom, update } from '../../store/statement.ts';
import type { BoundQuery, Statement } from '../../store/statement.ts';
import { z } from 'zod';
import type { ExpiryRequest } from '../connector.ts';
import { leaveStatements } from '../leave-graph.ts';
import { KeptSettings, chosenChannels, keepsTexts, peopleLeftOut, retentionEnd } from './settings.ts';
import { WorkspaceRows } from './workspace-rows.ts';

const listIn = (param: string) => `(SELECT unnest(from_json(${param}::JSON, '["VARCHAR"]')))`;

interface Limits {
  readonly sourceId: string;
  /** Seconds since 1970; older messages go. */
  readonly end: number;
  readonly channels: readonly string[];
  readonly authors: readonly string[];
}

/** Messages that may not be kept: too old, deleted in Slack, of channels that are not read, or of who does not want it. */
const leavingMessages = ({ sourceId, end, channels, authors }: Limits): BoundQuery => ({
  sql: `SELECT m.uuid FROM "Message" m JOIN "SourceRecord" r ON r."entityUuid" = m.uuid AND r."sourceId" = $1
    LEFT JOIN "Channel" c ON c.uuid = m."channelUuid"
    WHERE epoch(m."createdAt") < $2::DOUBLE OR m.deleted OR c.private OR c.deleted
      OR ($3 <> '[]' AND m."channelUuid"::VARCHAR NOT IN ${listIn('$3')}) OR m."authorUuid"::VARCHAR IN ${listIn('$4')}`,
  params: [sourceId, String(end), JSON.stringify(channels), JSON.stringify(authors)],
});

const Item = z.looseObject({ id: z.string(), ts: z.string(), text: z.unknown().optional() });
const Body = z.looseObject({
  items: z.array(z.unknown()),
  texts: z.boolean().catch(true),
  oldest: z.number().nullish().catch(0),
});

/** A payload without items that may not be kept, and without texts where those are not; null where none is left. */
function keepIn(
  body: z.infer<typeof Body>,
  { isKept, texts }: { readonly isKept: (id: string) => boolean; readonly texts: boolean },
): z.infer<typeof Body> | null {
  const items = body.items.flatMap((item) => {
    const { success, data } = Item.safeParse(item);
    if (!success || !isKept(data.id)) return [];
    const { text, ...without } = data;
    return [texts && text !== undefined ? data : without];
  });
  if (items.length === 0) return null;
  const oldest = Math.min(...items.map(({ ts }) => Number(ts)));
  return { ...body, items, oldest, texts: body.texts && texts };
}

interface Left {
  /** Ids of messages that leave, as payloads name them. */
  readonly ids: ReadonlySet<string>;
  readonly end: number;
  readonly texts: boolean;
}

/** Statements after which payloads hold nothing that may not be kept. */
async function payloadStatements(
  { writer, source }: ExpiryRequest,
  { ids, end, texts }: Left,
): Promise<Statement[]> {
  const of = `FROM "RawPayload" WHERE "sourceId" = $1 AND kind = 'messages'`;
  const isDue = `json_extract(decode(payload), '$.oldest')::DOUBLE < $2::DOUBLE
    OR ($3 = 'no' AND json_extract_string(decode(payload), '$.texts') IS DISTINCT FROM 'false')`;
  const numbers = await writer.rows<{ number: string }>(
    `SELECT number ${of} ${ids.size > 0 ? '' : `AND (${isDue})`} ORDER BY number`,
    ids.size > 0 ? [source.id] : [source.id, String(end), texts ? 'yes' : 'no'],
  );
  const isKept = (id: string) => !ids.has(id) && Number(id.split(':')[1]) >= end;
  const statements: Statement[] = [];
  for (const { number } of numbers) {
    const at = [source.id, number];
    const [kept] = await writer.rows<{ body: string }>(
      `SELECT decode(payload) AS body ${of} AND number = $2::BIGINT`,
      at,
    );
    if (!kept) continue;
    const body = Body.parse(JSON.parse(kept.body));
    const left = keepIn(body, { isKept, texts });
    const where = '"sourceId" = $1 AND number = $2::BIGINT';
    if (left === null) statements.push(deleteFrom('RawPayload', where, at));
    else if (JSON.stringify(left) !== kept.body) {
      const payload = Buffer.from(JSON.stringify(left));
      statements.push(update('RawPayload', { payload: '$3::BLOB' }, `WHERE ${where}`, [...at, payload]));
    }
  }
  return statements;
}

/** Texts leave the rows as well once they are not kept any more. */
const untold = (sourceId: string): Statement =>
  update(
    'Message',
    {
      body: 'NULL',
      name: `(CASE WHEN t."isHuddle" THEN 'Huddle' ELSE 'Message' END)
        || coalesce(' in #' || (SELECT c.name FROM "Channel" c WHERE c.uuid = t."channelUuid"), '')`,
    },
    `FROM "SourceRecord" r WHERE r."entityUuid" = t.uuid AND r."sourceId" = $1 AND t.body IS NOT NULL`,
    [sourceId],
  );

/** Takes away messages that may not be kept any longer, with what payloads hold of them; answers how many went. */
export async function expireMessages(request: ExpiryRequest): Promise<number> {
  const { writer, orgId, source, now } = request;
  const settings = KeptSettings.parse(source.settings);
  const end = retentionEnd(settings, now);
  const rows = new WorkspaceRows(orgId, { id: settings.team ?? '', address: '' });
  const limits = {
    sourceId: source.id,
    end,
    channels: chosenChannels(settings).map((id) => rows.uuid('channel', id)),
    authors: peopleLeftOut(settings).map((id) => rows.uuid('user', id)),
  };
  const leaving = leavingMessages(limits);
  const found = await writer.rows<{ id: string }>(
    `SELECT "externalId" AS id FROM "Message" WHERE uuid IN (${leaving.sql})`,
    leaving.params.map(String),
  );
  const ids = new Set(found.map(({ id }) => id.split(':').slice(2).join(':')));
  const texts = keepsTexts(settings);
  const statements = await payloadStatements(request, { ids, end, texts });
  const told = texts
    ? []
    : await writer.rows(
        'SELECT 1 FROM "Message" m JOIN "SourceRecord" r ON r."entityUuid" = m.uuid AND r."sourceId" = $1 WHERE m.body IS NOT NULL LIMIT 1',
        [source.id],
      );
  if (ids.size > 0) statements.unshift(...leaveStatements('Message', leaving, source.id));
  if (told.length > 0) statements.push(untold(source.id));
  if (statements.length > 0) await writer.commit([...statements, PUBLISH]);
  return ids.size;
}
