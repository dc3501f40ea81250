import { OrgId, UserId } from '@cairn/contracts';
import { beforeEach, expect, it } from 'vitest';
import { GitFixture, git as runGit } from '../../test/git-fixture.ts';
import { insertInto } from '../store/statement.ts';
import { decide } from './decide.ts';
import { personOfLogin } from './login-person.ts';
import { suggestMerges } from './suggestions.ts';

const at = new GitFixture();
const ACME = OrgId.parse('acme');
const ADMIN = { userId: UserId.parse('u1'), email: 'ada@acme.example' };
const TRACKER = '00000000-0000-4000-8000-00000000000a';
const MAIL = 'grace@acme.example';

let git: string;
beforeEach(async () => {
  const dir = at.emptyRepository();
  const signed = ['-c', 'user.name=gh', '-c', `user.email=${MAIL}`];
  const commit = (words: string) => runGit(dir, ...signed, 'commit', '-q', '--allow-empty', '-m', words);
  commit('First');
  await at.ingest(dir);
  const [person] = await at.store.rows<{ uuid: string }>('SELECT uuid::VARCHAR AS uuid FROM "Person"');
  git = person?.uuid ?? '';
  const columns = ['uuid', 'name', 'integration', 'externalId', 'email', 'emails', 'isBot', 'deleted'];
  const row = `SELECT '${TRACKER}', 'Grace Hopper', 'jira', 'jira:42', '${MAIL}', ['${MAIL}'], false, false`;
  await at.store.transaction((open) => open.run(insertInto('Person', columns, row)));
  // Another reading, after which people are joined anew.
  commit('Second');
  await at.ingest(dir);
});
const joined = () =>
  at.store.rows(
    'SELECT "accountUuid"::VARCHAR AS account, "personUuid"::VARCHAR AS person FROM "JoinedPerson"',
  );

it('of two tools join nobody, and are offered to admins', async () => {
  expect(await joined()).toEqual([]);
  const { data } = await suggestMerges(at.store);
  expect(data).toMatchObject([
    {
      reasons: [
        expect.stringMatching(/^The same login/),
        `The same e-mail address, "${MAIL}", which no tool has verified for one account alone`,
      ],
    },
  ]);
  expect(data[0]?.people.map(({ uuid }) => uuid).toSorted()).toEqual([git, TRACKER].toSorted());
  const tracker = data[0]?.people.find(({ uuid }) => uuid === TRACKER);
  expect(tracker?.accounts).toMatchObject([{ integration: 'jira', address: MAIL, method: 'source' }]);
});

it('of an account in a tracker make nobody that person who signs in with one', async () => {
  const login = { userId: UserId.parse('u9'), email: MAIL, emailVerified: true };
  expect(await personOfLogin(at.store, login)).toMatchObject({ uuid: git, method: 'email' });
});

it.each([
  ['into the one of git', true],
  ['into the one of the tracker', false],
])('join two people %s once an admin says so, and apart again', async (_, isIntoGit) => {
  const [account, person] = isIntoGit ? [TRACKER, git] : [git, TRACKER];
  const ask = (asked: Parameters<typeof decide>[1]) => decide({ store: at.store, orgId: ACME }, asked, ADMIN);
  await ask({ kind: 'merge', person: account, into: person });
  expect(await joined()).toEqual([{ account, person }]);
  expect((await suggestMerges(at.store)).data).toEqual([]);
  await ask({ kind: 'split', account });
  expect(await joined()).toEqual([]);
});
