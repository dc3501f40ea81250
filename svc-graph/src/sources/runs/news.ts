import { MOST_FORMER_IDS, NEWS_PER_MESSAGE, type NewsOfEntity } from '@cairn/contracts/outbox';
import { KINDS } from '@cairn/entities';
import { LEADING } from '../../store/former-uuids.ts';
import type { GraphStore } from '../../store/graph-store.ts';

/** The entities that people follow, with the events that are about each. */
const ABOUT = `SELECT 'repository' AS kind, "repositoryUuid" AS uuid, "entityType", "entityUuid" FROM seen
  UNION ALL SELECT 'project', "projectUuid", "entityType", "entityUuid" FROM seen
  UNION ALL SELECT 'person', "actorUuid", "entityType", "entityUuid" FROM seen
  UNION ALL SELECT 'team', coalesce(s."teamUuid", r."toUuid"), s."entityType", s."entityUuid" FROM seen s
    LEFT JOIN "Relation" r ON s."teamUuid" IS NULL AND r.relation = 'memberOf' AND r."fromUuid" = s."actorUuid"
      AND (r.since IS NULL OR r.since <= s."occurredAt") AND (r.until IS NULL OR r.until > s."occurredAt")`;

const NAMED = ['Repository', 'Project', 'Person', 'Team']
  .map((kind) => `SELECT uuid, name FROM "${kind}" WHERE NOT coalesce(deleted, false)`)
  .join(' UNION ALL ');

const NEWS = `WITH seen AS MATERIALIZED (SELECT * FROM "Event"
    WHERE "sourceId" = $1 AND "observedAt" > make_timestamp($2::BIGINT * 1000) AND "entityUuid" IS NOT NULL),
  counted AS (SELECT kind, uuid, "entityType" AS type, count(DISTINCT "entityUuid")::INTEGER AS things
    FROM (${ABOUT}) WHERE uuid IS NOT NULL GROUP BY ALL)
  SELECT c.kind, c.uuid::VARCHAR AS id, n.name, coalesce(l.former, []) AS "formerIds", list(c.type ORDER BY c.things DESC, c.type) AS types,
    list(c.things ORDER BY c.things DESC, c.type) AS counts
  FROM counted c JOIN (${NAMED}) n ON n.uuid = c.uuid
    LEFT JOIN (SELECT current, list(former ORDER BY former) AS former FROM (${LEADING}) GROUP BY 1) l ON l.current = c.uuid
  WHERE n.name IS NOT NULL GROUP BY ALL
  ORDER BY sum(c.things) DESC, id LIMIT $3::INTEGER`;

/** The most entities whose news are told after one reading. */
const MOST_NEWS = 2_000;
/** The longest name, and the longest words, of a message. */
const LONGEST = 200;

interface NewsRow extends Pick<NewsOfEntity, 'kind' | 'id' | 'name' | 'formerIds'> {
  readonly types: readonly string[];
  readonly counts: readonly number[];
}

const number = new Intl.NumberFormat('en');
const list = new Intl.ListFormat('en');

/** Counts in words: `3 commits and 1 pull request`. */
function wordsOf({ types, counts }: NewsRow): string {
  const parts = types.map((type, index) => {
    const kind = KINDS.find(({ name }) => name === type);
    const count = counts[index] ?? 0;
    const label = (count === 1 ? kind?.label : kind?.plural) ?? type;
    return `${number.format(count)} ${label.toLowerCase()}`;
  });
  return list.format(parts).slice(0, LONGEST);
}

/** What a source brought since a moment, in epoch ms, about what people can follow, in pages; the most eventful first. */
export async function newsOf(
  store: Pick<GraphStore, 'rows'>,
  sourceId: string,
  since: number,
): Promise<NewsOfEntity[][]> {
  const rows = await store.rows<NewsRow>(NEWS, [sourceId, String(since), MOST_NEWS]);
  const news = rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    name: row.name.slice(0, LONGEST),
    formerIds: row.formerIds.slice(0, MOST_FORMER_IDS),
    words: wordsOf(row),
  }));
  const pages: NewsOfEntity[][] = [];
  for (let from = 0; from < news.length; from += NEWS_PER_MESSAGE)
    pages.push(news.slice(from, from + NEWS_PER_MESSAGE));
  return pages;
}
