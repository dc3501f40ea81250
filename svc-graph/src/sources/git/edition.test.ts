import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GitFixture, commitFile, git } from '../../../test/git-fixture.ts';
import { EDITION } from './edition.ts';

const at = new GitFixture();

const LONG = 'word '.repeat(300).trim();

/** A history with what editions read in different ways: long subjects, a merge, a rename, and changes that others committed. */
function makeHistory(): string {
  const dir = at.emptyRepository();
  commitFile(dir, 'a', '1\n'.repeat(40), `${LONG}\n\nCo-authored-by: Bo <bo@example.com>`);
  git(dir, 'tag', '-a', '-m', 'First', 'v1');
  git(dir, 'checkout', '-q', '-b', 'topic');
  git(dir, 'mv', 'a', 'b');
  git(dir, 'commit', '-q', '-m', 'Move a');
  git(dir, 'checkout', '-q', 'main');
  writeFileSync(join(dir, 'c'), '1');
  git(dir, 'add', 'c');
  git(
    dir,
    'commit',
    '-q',
    '-m',
    `Take ${LONG}`,
    '--author',
    'Cy <cy@example.com>',
    '--date',
    '2020-05-08T10:00:00Z',
  );
  git(dir, 'merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic');
  commitFile(dir, 'dropped', '1', 'To be dropped');
  return dir;
}

/** Everything that an edition may read in another way, without when it was read. */
async function figures() {
  return {
    commits: await at.store.rows(
      `SELECT sha, name, "isMerge", additions, deletions, "changedFiles", "totalFilesRenamed", "authoredAt", "committedAt",
        "authorUuid", "committerUuid", "authorSignedName", "branchUuid" FROM "Commit" WHERE NOT deleted ORDER BY sha`,
    ),
    people: await at.store.rows(
      'SELECT uuid, name, email, emails, "isBot", "createdAt", "updatedAt" FROM "Person" WHERE NOT deleted ORDER BY uuid',
    ),
    events: await at.store.rows(
      `SELECT uuid, action, name, "occurredAt", "actorUuid" FROM "Event" WHERE "entityType" IN ('Commit', 'Release') ORDER BY uuid`,
    ),
    files: await at.store.rows(
      'SELECT path, removed, "formerPaths", "createdAt", "updatedAt" FROM "SourceFile" WHERE NOT deleted ORDER BY path',
    ),
    edges: await at.store.rows(
      'SELECT relation, "fromUuid", "toUuid", change, additions FROM "Relation" WHERE "fromUuid" IN (SELECT uuid FROM "Commit" WHERE NOT deleted) ORDER BY ALL',
    ),
  };
}

/** Puts the graph back to what an edition had read. */
const AS_READ: Readonly<Record<number, readonly string[]>> = {
  5: [
    `UPDATE "Commit" SET name = left(name, 500), "authorSignedName" = NULL, "committerSignedName" = NULL`,
    `UPDATE "Commit" SET "totalFilesRenamed" = NULL WHERE "isMerge"`,
    `DELETE FROM "Event" WHERE action = 'authored'`,
    `UPDATE "Event" SET name = left("Event".name, 500), "occurredAt" = c."committedAt", "actorUuid" = c."authorUuid"
     FROM "Commit" c WHERE c.uuid = "Event"."entityUuid"`,
    `INSERT INTO "Event" (uuid, integration, action, "entityType", "entityUuid", "occurredAt", name)
     SELECT uuid(), 'git', 'committed', 'Commit', uuid, "committedAt", name FROM "Commit" WHERE deleted`,
    `UPDATE "Person" SET name = 'As a trailer spelt it' WHERE email = 'cy@example.com'`,
  ],
  6: [`UPDATE "Event" SET name = left(name, 500) WHERE "entityType" = 'Commit'`],
};

it.each(Object.keys(AS_READ).map(Number))(
  'what edition %i has read is read again once, and is then what a fresh reading gives',
  async (edition) => {
    const dir = makeHistory();
    await at.ingest(dir);
    git(dir, 'reset', '-q', '--hard', 'HEAD~1');
    await at.ingest(dir);
    const { events: known } = await figures();
    for (const statement of AS_READ[edition] ?? []) await at.store.run(statement);
    const cursor = JSON.stringify({ cursor: { edition, shape: 'of before' } });
    await at.store.run(`UPDATE "Source" SET state = json_merge_patch(state, '${cursor}')`);
    expect((await figures()).events).not.toEqual(known);
    const source = await at.ingest(dir);
    expect(source.state).toMatchObject({ status: 'active', cursor: { edition: EDITION } });
    const upgraded = await figures();
    // Nothing reads the log a second time.
    await at.store.run(`UPDATE "Event" SET name = 'Left alone' WHERE action = 'merged'`);
    await at.ingest(dir);
    expect(await at.count(`"Event" WHERE name = 'Left alone'`)).toBe(1);
    const tables = ['Commit', 'Event', 'Person', 'Relation', 'Identity', 'IdentityLink', 'JoinedPerson'];
    for (const table of [
      ...tables,
      'SourceRecord',
      'SourceFile',
      'Branch',
      'Release',
      'Repository',
      'RawPayload',
      'Source',
    ])
      await at.store.run(`DELETE FROM "${table}"`);
    await at.ingest(dir);
    expect(upgraded).toEqual(await figures());
  },
);
