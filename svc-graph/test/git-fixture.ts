import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrgId } from '@cairn/contracts';
import { afterEach, beforeEach } from 'vitest';
import type { GraphStore } from '../src/store/graph-store.ts';
import { GraphStores } from '../src/store/graph-stores.ts';
import { type GraphWriter, writerOf } from '../src/store/graph-writer.ts';
import { NEW_SOURCE, type SourceRow, addSource, readSources } from '../src/store/source-row.ts';
import { ingestGit } from '../src/sources/git/ingest.ts';
import { putEmptyGraph } from './template.ts';

const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];

/** Runs git as Ann and answers what it says. */
export const git = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-C', dir, ...IDENTITY, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Commits one file with this content; answers the commit. */
export function commitFile(dir: string, path: string, content: string, message = `Write ${path}`): string {
  writeFileSync(join(dir, path), content);
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '-m', message);
  return git(dir, 'rev-parse', 'HEAD');
}

/** A folder and an empty graph, new for every test and gone after it. */
export class GitFixture {
  folder = '';
  private stores = new GraphStores('');
  private opened: GraphStore | undefined;

  constructor() {
    beforeEach(async () => {
      this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-ingest-')));
      await putEmptyGraph(join(this.folder, 'data'));
      this.stores = new GraphStores(join(this.folder, 'data'));
      this.opened = await this.stores.open(OrgId.parse('acme'));
    });
    afterEach(async () => {
      await this.stores.close();
      rmSync(this.folder, { recursive: true });
    });
  }

  get store(): GraphStore {
    if (!this.opened) throw new Error('no test is running');
    return this.opened;
  }

  /** The graphs of all orgs; `store` is that of acme. */
  get graphs(): GraphStores {
    return this.stores;
  }

  emptyRepository(name = 'repo'): string {
    const dir = join(this.folder, name);
    mkdirSync(dir);
    git(dir, 'init', '-q', '-b', 'main');
    return dir;
  }

  /** Reads a repository to the end. */
  async ingest(path: string, writer: GraphWriter = writerOf(this.store), id = path): Promise<SourceRow> {
    await addSource(this.store, { id, type: 'git', settings: { path }, name: 'repo', state: NEW_SOURCE });
    const find = async () => (await readSources(this.store)).find((source) => source.id === id) as SourceRow;
    const { signal } = new AbortController();
    await ingestGit({ writer, orgId: 'acme', source: await find(), signal });
    return find();
  }

  async count(from: string): Promise<number> {
    const [row] = await this.store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM ${from}`);
    return row?.n ?? 0;
  }

  fingerprint(table: string, columns: string) {
    return this.store.rows(`SELECT ${columns} FROM "${table}" ORDER BY ALL`);
  }
}
