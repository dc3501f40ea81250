import { KINDS } from '@cairn/entities';
import { keepFormerUuids } from '../../store/former-uuids.ts';
import { PUBLISH, loadStatements } from '../../store/load.ts';
import { ownAttributeStatements } from '../../store/own-attributes.ts';
import { stateStatement } from '../../store/source-row.ts';
import { createTemp, deleteFrom, dropTemp, insertInto, update } from '../../store/statement.ts';
import type { Statement } from '../../store/statement.ts';
import type { IngestContext } from '../connector.ts';
import { LAST_ACTIVE, loadsOf } from './ingest.ts';
import { OWN_FIELDS } from './own-fields.ts';
import { Recipe } from './recipe.ts';
import { simulate } from './simulate.ts';

const ENTITIES = KINDS.filter(({ name }) => name !== 'Event');
const UNRECORDED = ENTITIES.map(({ name }) => ({
  kind: name,
  name: '"externalId"',
  where: 'uuid NOT IN (SELECT "entityUuid" FROM "SourceRecord")',
}));

/** Stands before the owner of a calendar while its team is made again. */
const FORMER = 'former:';

/** Deletes all rows of the company. Calendars stay, since admins may have changed them. */
const CLEAR: readonly Statement[] = [
  update('WorkingCalendar', { owner: `'${FORMER}' || t.owner` }, `WHERE t.owner <> 'org'`),
  ...ENTITIES.map(({ name }) => deleteFrom(name, 'true')),
  ...['Event', 'Relation', 'Identity', 'SourceRecord', 'WorkClock'].map((table) => deleteFrom(table, 'true')),
  // What admins linked stays linked, to the same account.
  deleteFrom('IdentityLink', 'locked IS NOT TRUE'),
  // Everything that is computed is computed anew.
  deleteFrom('Meta', `key = 'derivedBy'`),
];

/** Where things stand: in which repository, project or channel, and since when. */
const PLACES = ENTITIES.filter(({ derivedFrom }) => derivedFrom === undefined)
  .map(
    ({ name }) =>
      `SELECT '${name}' AS kind, uuid, regexp_replace("externalId", '[^:#-]*$', '') AS place, "createdAt" AS moment FROM "${name}"`,
  )
  .join(' UNION ALL ');
const KEEP_PLACES = [createTemp('stood', PLACES)];

/** The present thing that is the last before another one in time, of the same kind and maybe in the same place. */
const before = (alias: string, samePlace = '') =>
  `ASOF LEFT JOIN (${PLACES}) ${alias} ON ${alias}.kind = s.kind ${samePlace} AND ${alias}.moment <= s.moment`;
const SUCCESSORS = `SELECT s.uuid AS former, coalesce(here.uuid, there.uuid, early.uuid) AS current FROM temp.stood s
  ${before('here', 'AND here.place = s.place')} ${before('there')}
  LEFT JOIN (SELECT kind, arg_min(uuid, moment) AS uuid FROM (${PLACES}) GROUP BY 1) early ON early.kind = s.kind
  WHERE s.uuid NOT IN (SELECT uuid FROM (${PLACES})) AND s.uuid NOT IN (SELECT former FROM "FormerUuid")`;

/**
 * A company of a later version has other pull requests and meetings than before. The address of one that it lacks leads
 * to what stands in its place.
 */
const FIND_SUCCESSORS = [
  createTemp('successors', `SELECT * FROM (${SUCCESSORS}) WHERE current IS NOT NULL`),
  update('FormerUuid', { current: 's.current' }, 'FROM temp.successors s WHERE t.current = s.former'),
  insertInto('FormerUuid', ['former', 'current'], 'SELECT former, current FROM temp.successors'),
  dropTemp('successors'),
  dropTemp('stood'),
];

const OWNERS = `SELECT c.owner AS former, coalesce(u.current::VARCHAR, c.owner[${String(FORMER.length + 1)}:]) AS owner
  FROM "WorkingCalendar" c LEFT JOIN "FormerUuid" u ON u.former = TRY_CAST(c.owner[${String(FORMER.length + 1)}:] AS UUID)
  WHERE starts_with(c.owner, '${FORMER}')`;

/** Gives the kept calendars to their teams and people, in place of those that were made again. */
const KEEP_CALENDARS: readonly Statement[] = [
  deleteFrom('WorkingCalendar', `owner IN (SELECT owner FROM (${OWNERS}))`),
  update('WorkingCalendar', { owner: 's.owner' }, `FROM (${OWNERS}) s WHERE t.owner = s.former`),
];

/**
 * Makes a company again from its recipe, in one transaction: readers see the old rows until then. What has another
 * uuid now keeps its former one.
 */
export async function rebuildSimulated(context: Omit<IngestContext, 'secrets'>): Promise<void> {
  const { writer, orgId, source, signal, report } = context;
  const recipe = Recipe.parse(source.settings);
  const done = typeof source.state.cursor === 'number' ? source.state.cursor : 0;
  const former = keepFormerUuids(source.id, UNRECORDED);
  await writer.transaction(async (open) => {
    await open.runAll([...former.before, ...KEEP_PLACES, ...CLEAR, ...ownAttributeStatements(OWN_FIELDS)]);
    for (const period of simulate(orgId, recipe)) {
      signal.throwIfAborted();
      // Later periods are made when the source is read on.
      if (period.number > done) break;
      report?.({ done: period.number - 1, total: done });
      await open.runAll(loadsOf(period.tables, source.id).flatMap(loadStatements));
      if (period.number === period.of) await open.runAll([LAST_ACTIVE]);
    }
    await open.runAll([
      ...former.after,
      ...FIND_SUCCESSORS,
      ...KEEP_CALENDARS,
      stateStatement(source.id, { ...source.state, outdated: undefined }),
      PUBLISH,
    ]);
  });
}
