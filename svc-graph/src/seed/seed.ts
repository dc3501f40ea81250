import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { derive } from '../derive/derive.ts';
import { DAY } from '../sources/simulated/calendar.ts';
import { simulatedConnector } from '../sources/simulated/connector.ts';
import { ingestSimulated } from '../sources/simulated/ingest.ts';
import { OWN_FIELDS } from '../sources/simulated/own-fields.ts';
import type { Recipe } from '../sources/simulated/recipe.ts';
import { ORDER } from '../sources/simulated/emitter.ts';
import { GraphStore } from '../store/graph-store.ts';
import { writerOf } from '../store/graph-writer.ts';
import { ownAttributeStatements } from '../store/own-attributes.ts';
import { Transaction } from '../store/transaction.ts';
import { NEW_SOURCE, addSource, readSources } from '../store/source-row.ts';
import { stamps } from './stamp.ts';

const DIVISION = 250_000;
const WINDOW = 91 * DAY;

export interface SeedOptions {
  readonly data: string;
  readonly orgId: string;
  readonly recipe: Recipe;
  /** The number of events of the first division, which is generated; the others are copies of it. */
  readonly division?: number;
  readonly replace: boolean;
  readonly print: (line: string) => void;
}

export interface Seeded {
  readonly file: string;
  readonly events: number;
  readonly rows: number;
  readonly divisions: number;
  readonly bytes: number;
}

async function makeBase(
  { orgId, recipe, print, division: most = DIVISION }: SeedOptions,
  folder: string,
): Promise<number> {
  const store = await GraphStore.open({ file: join(folder, 'base.duckdb'), temp: join(folder, 'base.tmp') });
  const division = { ...recipe, events: Math.min(recipe.events, most) };
  await addSource(store, {
    id: simulatedConnector.type,
    type: simulatedConnector.type,
    settings: division,
    name: 'Simulated company',
    state: NEW_SOURCE,
  });
  const [source] = await readSources(store);
  const { signal } = new AbortController();
  if (source) await ingestSimulated({ writer: writerOf(store), orgId, source, signal });
  const [row] = await store.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM "Event"');
  await store.run('CHECKPOINT');
  store.close();
  print(`one division: ${String(row?.n)} events`);
  return row?.n ?? 0;
}

/** Creates an org's empty file with the columns that the invented company adds. */
async function makeEmpty(file: string, folder: string): Promise<void> {
  const store = await GraphStore.open({ file, temp: join(folder, 'made.tmp') });
  await writerOf(store).commit(ownAttributeStatements(OWN_FIELDS));
  store.close();
}

function windowsOf({ from, to }: Recipe): { from: number; to: number }[] {
  const windows = [];
  for (let start = from - 60 * DAY; start < to + DAY; start += WINDOW)
    windows.push({ from: start, to: start + WINDOW });
  return windows;
}

async function stampAll(
  file: string,
  folder: string,
  divisions: number,
  options: SeedOptions,
): Promise<number> {
  const instance = await DuckDBInstance.create(file, {
    memory_limit: '3GB',
    temp_directory: join(folder, 'tmp'),
    checkpoint_threshold: '1GB',
  });
  const connection = await instance.connect();
  await connection.run(`ATTACH '${join(folder, 'base.duckdb').replaceAll("'", "''")}' AS base (READ_ONLY)`);
  let rows = 0;
  for (const { table, sql, time } of stamps(divisions, ORDER)) {
    for (const window of time === null ? [null] : windowsOf(options.recipe))
      rows += (await connection.run(sql(window))).rowsChanged;
    options.print(`${table}: ${rows.toLocaleString('en')} rows so far`);
  }
  await connection.run('INSERT INTO "Source" SELECT * FROM base."Source"');
  await connection.run('BEGIN');
  await derive(new Transaction(connection), { orgId: options.orgId, now: options.recipe.to, full: true });
  await connection.run(`UPDATE "Meta" SET value = '1' WHERE key = 'dataVersion'`);
  await connection.run('COMMIT');
  options.print('durations and measures');
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** Writes the file of a load org: one division made from the recipe, repeated until there are as many events. */
export async function seed(options: SeedOptions): Promise<Seeded> {
  const { data, orgId, recipe, replace } = options;
  const graph = join(data, 'graph');
  const file = join(graph, `${orgId}.duckdb`);
  if (existsSync(file) && !replace)
    throw new Error(`${file} is there already. Name another folder with --data, or say --replace.`);
  const folder = join(graph, 'tmp', `seed-${orgId}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const base = await makeBase(options, folder);
    const divisions = Math.max(1, Math.round(recipe.events / base));
    const made = join(folder, 'made.duckdb');
    await makeEmpty(made, folder);
    const rows = await stampAll(made, folder, divisions, options);
    await rename(made, file);
    // The launcher treats a folder without this file as foreign.
    if (!existsSync(join(data, 'version.json'))) await writeFile(join(data, 'version.json'), '{"version":1}');
    return { file, events: base * divisions, rows, divisions, bytes: (await stat(file)).size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
