import { fromLocal } from '@cairn/query';
import type { ZoneTable } from '@cairn/query';
import type { SpooledRows } from './engine/engine.ts';
import type { Plan } from './plan/plan.ts';
import { isValid } from './table.ts';
import type { Table, Vector } from './table.ts';

const MICROS = 1_000n;

/** The columns that hold wall clock readings, with their zones. */
function wallClocks(plan: Plan): ReadonlyMap<number, ZoneTable> {
  if (plan.node === 'rows') return new Map();
  return new Map(
    plan.groups.flatMap(({ name, finish }): [number, ZoneTable][] => {
      if (finish.kind !== 'localInstant' || finish.zone.stretches.every(({ offset }) => offset === 0))
        return [];
      return [[plan.columns.indexOf(name), finish.zone]];
    }),
  );
}

/** Converts wall clock readings to their first instants. Values repeat, so each is looked up once. */
function instants(vector: Vector, zone: ZoneTable): Vector {
  if (vector.type !== 'datetime') return vector;
  const known = new Map<bigint, bigint>();
  const values = vector.values.map((local, row) => {
    if (!isValid(vector.valid, row)) return local;
    const instant = known.get(local) ?? BigInt(fromLocal(zone, Number(local / MICROS))) * MICROS;
    known.set(local, instant);
    return instant;
  });
  return { ...vector, values };
}

/** Converts the wall clock readings of an answer to instants. */
export function finish(plan: Plan, table: Table): Table {
  const clocks = wallClocks(plan);
  if (clocks.size === 0) return table;
  const vectors = table.vectors.map((vector, place) => {
    const zone = clocks.get(place);
    return zone ? instants(vector, zone) : vector;
  });
  return { ...table, vectors };
}

/** `finish` for spooled rows, a part at a time. */
export function finishSpool(plan: Plan, spool: SpooledRows): SpooledRows {
  if (wallClocks(plan).size === 0) return spool;
  return {
    rowCount: spool.rowCount,
    async *parts(signal) {
      for await (const part of spool.parts(signal)) yield finish(plan, part);
    },
    release: () => spool.release(),
  };
}
