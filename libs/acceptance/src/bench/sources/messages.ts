import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Source } from '@cairn/contracts';
import { type SourceApp, openSourceApp } from '../../../../../svc-graph/test/source-app.ts';
import type { RepositoryArchive } from '../../source-server/archive.ts';
import { GithubServer } from '../../source-server/github-server.ts';

const SECRET = 'a webhook secret of the bench';
const POLL_MS = 100;
const LONGEST_MS = 30_000;
/** Few and small pull requests, so that the server beside the service costs little. */
const PULLS = 20;

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;

/** Pull requests that change at each message, and since when each change waits to be in the graph. */
class ChangingOwner {
  readonly server: GithubServer;
  readonly waiting = new Map<string, number>();
  readonly queryable: number[] = [];
  private archive: RepositoryArchive;

  constructor(archive: RepositoryArchive) {
    const pulls = archive.pulls.slice(0, PULLS).map((pull) => ({ ...pull, reviews: [], comments: [] }));
    this.archive = { ...archive, issues: [], pulls };
    this.server = new GithubServer([this.archive]);
  }

  change(number: number): void {
    const { pulls } = this.archive;
    const at = number % pulls.length;
    // What changes again before it was read is seen as the later change alone, and waits since the former one.
    const former = pulls[at]?.title ?? '';
    const since = this.waiting.get(former) ?? performance.now();
    this.waiting.delete(former);
    const title = `Changed ${String(number)}`;
    this.waiting.set(title, since);
    const changed = { title, updatedAt: new Date().toISOString() };
    this.archive = {
      ...this.archive,
      pulls: pulls.map((pull, index) => (index === at ? { ...pull, ...changed } : pull)),
    };
    this.server.serves([this.archive]);
  }

  async look(app: SourceApp): Promise<void> {
    const titles = new Set((await app.rows('SELECT title FROM "PullRequest"')).map(({ title }) => title));
    for (const [title, since] of this.waiting)
      if (titles.has(title)) {
        this.queryable.push(performance.now() - since);
        this.waiting.delete(title);
      }
  }
}

async function connect(app: SourceApp, owner: string, host: string): Promise<string> {
  const settings = { owner, host, token: 'a token of the bench' };
  const { id } = Source.parse((await app.call('create-source', { type: 'github', settings })).data);
  await app.idle();
  await app.call('create-secret', { type: 'github', sourceId: id, secret: SECRET });
  return `/api/v1/github/webhook/${id}`;
}

/** Sends a signed message, and answers how long its answer took. */
async function send(app: SourceApp, path: string, number: number): Promise<number> {
  const body = JSON.stringify({ action: 'edited', number });
  const headers = {
    'x-github-event': 'pull_request',
    'x-github-delivery': `bench ${String(number)}`,
    'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
  };
  const began = performance.now();
  await app.message(path, { headers, body });
  return performance.now() - began;
}

/** Changes one pull request at each message: the 95th percentiles of its answer, and until the change is in the graph. */
export async function sendMessages(archive: RepositoryArchive, rate: number, seconds: number) {
  const owner = new ChangingOwner(archive);
  const app = await openSourceApp([new URL(await owner.server.listen()).host]);
  const path = await connect(app, archive.repo.split('/')[0] ?? '', owner.server.url);
  const sending: Promise<number>[] = [];
  const began = performance.now();
  for (let number = 0; number < rate * seconds; number += 1) {
    owner.change(number);
    sending.push(send(app, path, number));
    if (number % 10 === 0) await owner.look(app);
    await wait(Math.max(0, began + ((number + 1) * 1_000) / rate - performance.now()));
  }
  const answered = percentile(await Promise.all(sending), 0.95);
  const until = performance.now() + LONGEST_MS;
  while (owner.waiting.size > 0 && performance.now() < until) {
    await owner.look(app);
    await wait(POLL_MS);
  }
  await app.close();
  owner.server.close();
  return { answered, queryable: percentile(owner.queryable, 0.95), left: owner.waiting.size };
}
