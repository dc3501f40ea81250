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
  /** By the number of the message. */
  readonly waiting = new Map<number, number>();
  readonly queryable: number[] = [];
  private archive: RepositoryArchive;

  constructor(archive: RepositoryArchive) {
    const pulls = archive.pulls.slice(0, PULLS).map((pull) => ({ ...pull, reviews: [], comments: [] }));
    this.archive = { ...archive, issues: [], pulls };
    this.server = new GithubServer([this.archive]);
  }

  change(number: number): void {
    const { pulls } = this.archive;
    const changed = { title: `Changed ${String(number)}`, updatedAt: new Date().toISOString() };
    this.waiting.set(number, performance.now());
    this.archive = {
      ...this.archive,
      pulls: pulls.map((pull, index) => (index === number % pulls.length ? { ...pull, ...changed } : pull)),
    };
    this.server.serves([this.archive]);
  }

  /** Notes the changes that are in the graph; a later one of the same pull request has replaced those before. */
  async look(app: SourceApp): Promise<void> {
    const { length } = this.archive.pulls;
    const titles = await app.rows(`SELECT title FROM "PullRequest" WHERE title LIKE 'Changed %'`);
    const last = new Map(
      titles
        .map(({ title }) => Number(String(title).split(' ')[1]))
        .map((number) => [number % length, number]),
    );
    for (const [number, since] of this.waiting)
      if (number <= (last.get(number % length) ?? -1)) {
        this.queryable.push(performance.now() - since);
        this.waiting.delete(number);
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
