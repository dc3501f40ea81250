import type { FoundEntity } from '@cairn/contracts';
import type { DuckDBValue } from '@duckdb/node-api';
import { badgeKindOf } from '@cairn/entities';
import type { Reader } from '../query/engine/reader.ts';

interface FoundRow {
  readonly uuid: string;
  readonly kind: string;
  readonly name: string;
  readonly hint: string | null;
  readonly exact: boolean;
  readonly type: string | null;
  readonly status: string | null;
  readonly category: string | null;
  readonly changed: number | null;
  readonly personUuid: string | null;
  readonly personName: string | null;
  readonly placeName: string | null;
}

/** An entity as it is answered; what is not known of it is left out. */
function presentFound(row: FoundRow): FoundEntity {
  const { uuid, kind, name, hint, exact, type, status, category, changed, personUuid, personName } = row;
  const badge = badgeKindOf(type);
  return {
    uuid,
    kind,
    name,
    hint,
    exact,
    ...(badge ? { badge: badge.name } : {}),
    ...(type ? { type } : {}),
    ...(status ? { status } : {}),
    ...(status && category ? { statusCategory: category } : {}),
    ...(changed === null ? {} : { at: new Date(changed).toISOString() }),
    ...(personUuid && personName ? { by: { uuid: personUuid, name: personName } } : {}),
    ...(row.placeName ? { place: row.placeName } : {}),
  };
}

/** Reads the finds that a statement selects from `ENTITY_NAMES`, in its order, with their people and places. */
export async function readFound(
  reader: Reader,
  candidates: string,
  values: readonly DuckDBValue[],
): Promise<FoundEntity[]> {
  const rows = await reader.rows<FoundRow>(
    `WITH found AS MATERIALIZED (SELECT *, row_number() OVER () AS nth FROM (${candidates}))
     SELECT f.uuid::VARCHAR AS uuid, f.kind, coalesce(f.name, f.uuid::VARCHAR) AS name, nullif(f.hint, f.name) AS hint,
       f.type, f.exact, f.status, f.category, epoch_ms(f.changed)::DOUBLE AS "changed", p.uuid::VARCHAR AS "personUuid",
       p.name AS "personName", coalesce(r.name, j.name) AS "placeName"
     FROM found f LEFT JOIN "Person" p ON p.uuid = f.person
       LEFT JOIN "Repository" r ON r.uuid = f.repository AND r.uuid <> f.uuid
       LEFT JOIN "Project" j ON j.uuid = f.project AND j.uuid <> f.uuid
     ORDER BY nth`,
    values,
  );
  return rows.map(presentFound);
}
