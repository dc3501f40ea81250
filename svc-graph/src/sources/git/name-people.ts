import { createTemp, dropTemp, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import { VISIBLE_LINE } from './commit-pages.ts';

/**
 * Names people from the commits and tags that are there, and from nothing else: so the order in which they were read
 * does not matter, and a spelling goes with its last commit.
 */

const SPELLINGS = 'spellings_of_people';

/** How each person signed, and when last. What somebody wrote tells their name better than what they committed. */
const SIGNED = `SELECT uuid, name, own, max(moment) AS latest FROM (
    SELECT "authorSignedUuid" AS uuid, "authorSignedName" AS name, true AS own, "authoredAt" AS moment FROM "Commit" WHERE NOT deleted
    UNION ALL SELECT "committerSignedUuid", "committerSignedName", false, "committedAt" FROM "Commit" WHERE NOT deleted
    UNION ALL SELECT "authorSignedUuid", "authorSignedName", false, "createdAt" FROM "Release" WHERE NOT deleted)
  WHERE uuid IS NOT NULL AND name IS NOT NULL GROUP BY ALL`;

const TRAILER = String.raw`'(?im)^co-authored-by:[ \t]*(.*?)[ \t]*<([^<>\n]+)>[ \t]*\r?$'`;

/** How others spelt the people who never signed anything. */
const NAMED_BY_OTHERS = `WITH helped AS (
    SELECT e."toUuid" AS uuid, p.email, c.message, c."authoredAt" AS moment FROM "Relation" e
      JOIN "Commit" c ON c.uuid = e."fromUuid" JOIN "Person" p ON p.uuid = e."toUuid"
    WHERE e.relation = 'coSigned' AND NOT c.deleted AND p.email IS NOT NULL
      AND e."toUuid" NOT IN (SELECT uuid FROM temp.${SPELLINGS})),
  told AS (SELECT uuid, email, moment, unnest(regexp_extract_all(message, ${TRAILER}, 1)) AS name,
      unnest(regexp_extract_all(message, ${TRAILER}, 2)) AS address FROM helped)
  SELECT uuid, name, max(moment) AS latest FROM told
  WHERE lower(trim(address)) = email AND regexp_full_match(name, '${VISIBLE_LINE}') GROUP BY ALL`;

const LATEST = 'latest DESC NULLS LAST, name';

/** Sets the names of people to their own latest spelling, else to that of others; equal names join nobody. */
export const NAMED: readonly Statement[] = [
  createTemp(SPELLINGS, SIGNED),
  update(
    'Person',
    { name: 's.name' },
    `FROM (SELECT uuid, first(name ORDER BY own DESC, ${LATEST}) AS name FROM temp.${SPELLINGS} GROUP BY 1
       UNION ALL SELECT uuid, first(name ORDER BY ${LATEST}) FROM (${NAMED_BY_OTHERS}) GROUP BY 1) s
     WHERE t.uuid = s.uuid AND t.integration = 'git' AND t.name IS DISTINCT FROM s.name`,
  ),
  dropTemp(SPELLINGS),
];
