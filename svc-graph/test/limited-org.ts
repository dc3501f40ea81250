import { UserId } from '@cairn/contracts';
import type { SearchFixture } from './search-fixture.ts';
import { uuidOf } from './search-fixture.ts';

/** Who of the org is where: five and six people share a zone, one is alone in hers. */
export const ZONES: Readonly<Record<string, readonly string[]>> = {
  'Europe/Berlin': ['B1', 'B2', 'B3', 'B4', 'B5', 'B6'],
  'Europe/London': ['L1', 'L2', 'L3', 'L4', 'L5'],
  'America/New_York': ['N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7'],
  'Europe/Amsterdam': ['Eve'],
};
const PEOPLE = Object.entries(ZONES).flatMap(([zone, names]) => names.map((name) => ({ name, zone })));
const REPOSITORIES = ['api', 'web', 'app', 'lab'];

/** The commits of each person; the last repository has those of two people alone. */
const COMMITS = PEOPLE.flatMap(({ name, zone }, person) =>
  Array.from({ length: 3 + ((person * 7) % 5) }, (_, index) => ({
    name: `${name}-${index}`,
    author: name,
    zone,
    repository: name === 'B1' || name === 'N1' ? (index % 4 === 0 ? 'lab' : 'api') : REPOSITORIES[index % 3],
    day: 1 + ((person + index * 3) % 9),
    additions: 10 * person + index,
    reviewed: (person + index) % 3 === 0,
  })),
);

const text = (value: string) => `'${value}'`;
const id = (name: string) => text(uuidOf(name));

/** Adds eighteen people, their commits and a small team to the org of the fixture; `L1` and `Lead` have logins. */
export async function fillLimitedOrg({ graph }: SearchFixture): Promise<void> {
  const values = (rows: readonly (readonly string[])[]) => rows.map((row) => `(${row.join()})`).join();
  await graph.run(
    `INSERT INTO "Person" (uuid, name, deleted, isBot, timezone, updatedAt) VALUES ${values(
      PEOPLE.map(({ name, zone }) => [
        id(name),
        text(name),
        'false',
        'false',
        text(zone),
        `TIMESTAMP '2024-01-01'`,
      ]),
    )}`,
  );
  await graph.run(
    `INSERT INTO "Repository" (uuid, name, deleted) VALUES ${values(
      REPOSITORIES.map((name) => [id(`r-${name}`), text(name), 'false']),
    )}`,
  );
  await graph.run(
    `INSERT INTO "Commit" (uuid, name, message, sha, integration, deleted, authoredAt, committedAt, createdAt, additions, isMerge, authorUuid, committerUuid, repositoryUuid) VALUES ${values(
      COMMITS.map(({ name, author, repository, day, additions, reviewed }) => {
        const at = `TIMESTAMP '2024-06-0${day} 10:00:00'`;
        const [row, by] = [text(name), id(author)];
        return [
          id(name),
          row,
          row,
          row,
          text('git'),
          'false',
          at,
          at,
          at,
          additions % 4 === 0 ? 'NULL' : String(additions),
          String(reviewed),
          by,
          by,
          id(`r-${repository ?? ''}`),
        ];
      }),
    )}`,
  );
  await graph.run(`INSERT INTO "Team" (uuid, name, deleted) VALUES (${id('t-pair')}, 'pair', false)`);
  await graph.run(
    `INSERT INTO "Relation" (relation, fromUuid, toUuid, role) VALUES
     ('memberOf', ${id('L1')}, ${id('t-pair')}, 'lead'), ('memberOf', ${id('L2')}, ${id('t-pair')}, 'member')`,
  );
  await graph.run(
    `INSERT INTO "PersonDecision" (number, kind, subjectUuid, value) VALUES
     (1, 'link', ${id('L2')}, 'u-l2'), (2, 'link', ${id('L1')}, 'u-l1')`,
  );
}

const asking = (userId: string) =>
  ({ role: 'user', userId: UserId.parse(userId), personMeasures: 'limited' }) as const;

/** Callers where figures of one person are limited: one of two in a team, their lead, somebody unknown, an admin. */
export const CALLERS = {
  member: asking('u-l2'),
  lead: asking('u-l1'),
  stranger: asking('u-zoe'),
  admin: { role: 'admin', personMeasures: 'limited' },
} as const;

/** The people of the fixture whose figures each caller may see. */
export const SEEN: Readonly<Record<keyof typeof CALLERS, readonly string[]>> = {
  member: ['L2'],
  lead: ['L1', 'L2'],
  stranger: [],
  admin: PEOPLE.map(({ name }) => name),
};
