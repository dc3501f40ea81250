import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';
import { schemaStatements } from '../src/store/ddl.ts';
import { GraphStores } from '../src/store/graph-stores.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const TEMPLATES = join(ROOT, '.cache/test-data');
const STORE = new URL('../src/store/', import.meta.url).pathname;

/** The orgs of a template, each with the statements that fill it. */
type TemplateData = ReadonlyMap<OrgId, readonly string[]>;

/** Changes with the data, the schema, and the code that makes a file. */
async function keyOf(data: TemplateData): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([...data]));
  hash.update(JSON.stringify(schemaStatements(CATALOGUE.kinds, new Map())));
  const files = (await readdir(STORE)).filter((name) => !name.includes('.test.')).toSorted();
  for (const file of files) hash.update(await readFile(join(STORE, file)));
  hash.update(await readFile(join(ROOT, 'package.json')));
  return hash.digest('hex').slice(0, 16);
}

async function load(folder: string, data: TemplateData): Promise<void> {
  const stores = new GraphStores(folder);
  for (const [org, statements] of data) {
    const graph = await stores.open(org);
    for (const statement of statements) await graph.run(statement);
    await graph.run('CHECKPOINT');
  }
  await stores.close();
}

/** Whoever is first puts the template in its place; others that made the same one drop theirs. */
async function make(template: string, data: TemplateData): Promise<void> {
  await mkdir(TEMPLATES, { recursive: true });
  const own = await mkdtemp(join(TEMPLATES, 'new-'));
  await load(own, data);
  await rename(own, template).catch(async (error: unknown) => {
    await rm(own, { recursive: true });
    if (!existsSync(template)) throw error;
  });
}

async function templateOf(name: string, data: TemplateData): Promise<string> {
  const template = join(TEMPLATES, `${name}-${await keyOf(data)}`);
  if (!existsSync(template)) await make(template, data);
  return template;
}

/** A folder of DuckDB files of one's own, copied from a template that is loaded once for the same data and code. */
export async function copyOfTemplate(name: string, data: TemplateData): Promise<string> {
  const template = await templateOf(name, data);
  const folder = await mkdtemp(join(tmpdir(), `cairn-${name}-`));
  await cp(template, folder, { recursive: true });
  return folder;
}

let empty: Promise<string> | undefined;

/** Puts the empty graph of acme into a data directory; it opens in a quarter of the time that a new one takes. */
export async function putEmptyGraph(dataDir: string): Promise<void> {
  empty ??= templateOf('empty', new Map([[OrgId.parse('acme'), []]]));
  await cp(await empty, dataDir, { recursive: true });
}
