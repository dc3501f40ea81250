import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { entityContract } from '@cairn/contracts';
import { entityStoryContract } from '@cairn/contracts/story';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntityService, entityService } from '../../test/entity-service.ts';
import { commitFile, git } from '../../test/git-fixture.ts';
import { ingestGit } from '../sources/git/ingest.ts';

const SECRET = 'Plan of the secret merger';
const NOBODY = '00000000-0000-5000-8000-000000000000';
const MORE: Readonly<Record<string, object>> = { 'entity-as-of': { at: '2026-05-05T00:00:00Z' } };
const CALLS = [...Object.values(entityContract), ...Object.values(entityStoryContract)].map(({ path }) =>
  path.replace('/api/{orgId}/', ''),
);

let service: EntityService;
let commit: string;
let person: string;
beforeAll(async () => {
  service = await entityService(() => Date.now());
  const repo = join(service.folder, 'plans');
  mkdirSync(repo);
  git(repo, 'init', '-q', '-b', 'main');
  commitFile(repo, 'plan.md', 'all of it', SECRET);
  await service.read('git', { path: repo }, ingestGit);
  const uuidOf = async (kind: string) =>
    String((await service.sql(`SELECT uuid::VARCHAR FROM "${kind}"`))[0]);
  [commit, person] = [await uuidOf('Commit'), await uuidOf('Person')];
});
afterAll(() => service.close());

/** Status and text of an answer, without what differs from request to request. */
async function asked(path: string, entityUuid: string, org?: string): Promise<string> {
  const { status, text } = await service.ask(path, { entityUuid, ...MORE[path] }, org);
  return `${String(status)} ${text.replace(/"requestId":"[^"]*"/, '')}`;
}

describe('an entity that is not there', () => {
  it.each(CALLS)('is answered by %s as any other that never was', async (path) => {
    const never = await asked(path, NOBODY);
    expect(never).toMatch(/^404 .*not_found/);
    expect(await asked(path, commit, 'neighbours')).toBe(await asked(path, NOBODY, 'neighbours'));
    expect(await asked(path, commit, 'neighbours')).toMatch(/^404 /);
  });

  it.each(CALLS)('is refused by %s under an id that is none, without repeating it', async (path) => {
    for (const bad of ['', 'nope', `' OR 1=1 --`, '<script>alert(1)</script>', '../../etc/passwd']) {
      const answer = await asked(path, bad);
      expect(answer).toMatch(/^400 .*invalid_input/);
      if (bad) expect(answer).not.toContain(bad);
    }
  });
});

describe('the entities of a removed source', () => {
  it('are there before', async () => {
    expect(await asked('entity-detail', commit)).toContain(SECRET);
  });

  it('are not found by any call, nor what they said', async () => {
    const removed = await service.ask('sources/remove-source', { id: 'git' });
    expect(removed.status).toBe(200);
    for (const path of CALLS)
      for (const uuid of [commit, person]) {
        const answer = await asked(path, uuid);
        expect(answer, path).toBe(await asked(path, NOBODY));
        expect(answer).not.toContain(SECRET);
      }
  });
});
