import { GithubServer, RepositoryArchive, SAMPLE_OWNER } from '@cairn/acceptance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ConnectedGithub } from '../../../test/github-owner.ts';
import { settingsStatement } from '../../store/source-row.ts';
import { writerOf } from '../../store/graph-writer.ts';

type Archive = z.input<typeof RepositoryArchive>;
const { archive: SAMPLE } = SAMPLE_OWNER;

/** The same repository under another name, with what lies at its addresses. */
function called(name: string): RepositoryArchive {
  const moved = JSON.stringify(SAMPLE).replaceAll('acme/engine', `acme/${name}`);
  return RepositoryArchive.parse({ ...(JSON.parse(moved) as Archive), id: 'R_1' });
}
const empty = (repo: string, id: string) => RepositoryArchive.parse({ repo, id, issues: [], pulls: [] });

let github: ConnectedGithub<GithubServer>;
let source: string;
const read = async () => {
  const state = await github.run(source);
  expect(state).toMatchObject({ status: 'active', error: null });
  return state;
};
const COUNTED = ['PullRequest', 'Issue', 'Branch', 'Release', 'CicdPipeline', 'Relation', 'Event'];
const counts = () => Promise.all(COUNTED.map((table) => github.numberIn(table)));
const repositories = () =>
  github.store.rows('SELECT name, "fullName", "sourceUrl" AS url, deleted FROM "Repository" ORDER BY name');
const uuids = () =>
  github.store.rows('SELECT uuid FROM "Repository" UNION SELECT uuid FROM "Branch" ORDER BY 1');
const row = (name: string, more: object = {}) => ({
  name,
  fullName: `acme/${name}`,
  url: `${github.server.url}/acme/${name}`,
  deleted: false,
  ...more,
});

beforeEach(async () => {
  github = await ConnectedGithub.open(new GithubServer([called('engine')]));
  source = await github.add('acme');
  await read();
});
afterEach(() => github.close());

describe('a repository that was renamed on GitHub', () => {
  it('stays the same one with all that belongs to it, and has its new name and address', async () => {
    const [before, known] = [await counts(), await uuids()];
    github.server.serves([called('motor')]);
    await read();
    expect(await repositories()).toEqual([row('motor')]);
    expect(await counts()).toEqual(before);
    expect(await uuids()).toEqual(known);
    const named = 'SELECT DISTINCT repository FROM "PullRequest" UNION SELECT repository FROM "CicdPipeline"';
    expect(await github.store.rows(named)).toEqual([{ repository: 'motor' }]);
    expect(await github.store.rows('SELECT "sourceUrl" AS url FROM "PullRequest"')).toEqual([
      { url: 'https://github.com/acme/motor/pull/2' },
    ]);
    github.server.asked.length = 0;
    await read();
    expect(github.server.asked).toEqual(['repositories', 'runs']);
  });

  it('is called as before once it is renamed back, and the same when it is built again', async () => {
    for (const name of ['motor', 'engine']) {
      github.server.serves([called(name)]);
      await read();
    }
    expect(await repositories()).toEqual([row('engine')]);
    const before = await github.everything();
    await github.run(source, 'renormalise');
    expect(await github.everything()).toEqual(before);
  });

  it('is another one than that which has its former name now', async () => {
    const before = await counts();
    github.server.serves([empty('acme/engine', 'R_2'), called('motor')]);
    await read();
    expect(await repositories()).toEqual([row('engine'), row('motor')]);
    expect(await counts()).toEqual(before);
  });

  it('is read further where its former name was chosen, and what took that name is not', async () => {
    const { settings } = await github.sourceAt(source);
    const chosen = { ...settings, repositories: ['engine'] };
    await writerOf(github.store).commit([settingsStatement(source, chosen)]);
    await read();
    github.server.serves([empty('acme/engine', 'R_2'), called('motor')]);
    await read();
    expect(await repositories()).toEqual([row('motor')]);
  });
});

describe('a repository that GitHub no longer lists', () => {
  const gone = /^GitHub no longer lists engine: it was removed, .* What was read of it stays\.$/;

  it('says so, and so does its source; it is there again when it comes back', async () => {
    const before = await counts();
    github.server.serves([empty('acme/other', 'R_2')]);
    expect((await read()).notes).toEqual([expect.stringMatching(gone)]);
    expect(await repositories()).toEqual([row('engine', { deleted: true }), row('other')]);
    expect(await counts()).toEqual(before);
    await github.run(source, 'renormalise');
    expect(await repositories()).toEqual([row('engine', { deleted: true }), row('other')]);
    github.server.serves([called('motor'), empty('acme/other', 'R_2')]);
    expect((await read()).notes).toEqual([]);
    expect(await repositories()).toEqual([row('motor'), row('other')]);
  });

  it('stays for another source that has it', async () => {
    await github.store.run(
      `INSERT INTO "SourceRecord" ("entityUuid", kind, "sourceId", deleted) SELECT uuid, 'Repository', 'a clone', false FROM "Repository"`,
    );
    github.server.serves([empty('acme/other', 'R_2')]);
    await read();
    expect(await repositories()).toEqual([row('engine'), row('other')]);
  });
});
