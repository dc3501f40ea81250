import type { GraphStore } from '../../../../svc-graph/src/store/graph-store.ts';

export interface GraphSize {
  readonly commits: number;
  readonly people: number;
  readonly files: number;
  readonly repositories: number;
}

const uuid = (kind: string, number: string) => `CAST(md5('${kind}' || ${number}) AS UUID)`;

/** How rows are spread: a few people and files do most of it, work follows the hours of a day. */
const skewed = (seed: string, most: number) =>
  `CAST(floor(pow(hash(${seed}) / 18446744073709551615.0, 3) * ${most}) AS BIGINT)`;

function statements({ commits, people, files, repositories }: GraphSize): string[] {
  const moment = `TIMESTAMP '2021-01-01' + to_seconds(CAST(floor(i * (5 * 365.0 * 86400) / ${commits}) AS BIGINT))`;
  return [
    `INSERT INTO "Person" (uuid, name, email, "isBot", deleted, integration)
     SELECT ${uuid('p', 'i')}, 'Person ' || i, 'p' || i || '@example.com', i % 40 = 0, FALSE, 'git' FROM range(${people}) t(i)`,
    `INSERT INTO "Repository" (uuid, name, deleted, integration)
     SELECT ${uuid('r', 'i')}, 'repository-' || i, FALSE, 'git' FROM range(${repositories}) t(i)`,
    `INSERT INTO "SourceFile" (uuid, name, path, extension, directory, "topFolder", deleted, integration)
     SELECT ${uuid('f', 'i')}, 'file' || i || '.ts', 'folder' || i % 23 || '/part' || i % 311 || '/file' || i || '.ts', 'ts',
       'folder' || i % 23 || '/part' || i % 311, 'folder' || i % 23, i % 9 = 0, 'git' FROM range(${files}) t(i)`,
    `INSERT INTO "Commit" (uuid, name, sha, message, "authoredAt", "committedAt", additions, deletions, "changedFiles",
       "isMerge", "authorUuid", "committerUuid", "repositoryUuid", deleted, integration)
     SELECT ${uuid('c', 'i')}, 'Change number ' || i, md5(CAST(i AS VARCHAR)), 'Change number ' || i || ' because of ' || hash(i),
       ${moment}, ${moment}, hash(i + 1) % 300, hash(i + 2) % 200, 3, i % 11 = 0,
       ${uuid('p', skewed("i || 'p'", people))}, ${uuid('p', skewed("i || 'p'", people))},
       ${uuid('r', skewed("i || 'r'", repositories))}, FALSE, 'git' FROM range(${commits}) t(i)`,
    `INSERT INTO "Relation" (relation, "fromUuid", "toUuid", additions, deletions, change)
     SELECT DISTINCT ON (1, 2, 3) 'touches', ${uuid('c', 'i')}, ${uuid('f', skewed("i || 'f' || j", files))}, 5, 3, 'modified'
     FROM range(${commits}) t(i), range(3) u(j) WHERE i % 11 <> 0`,
  ];
}

/** Fills an empty graph with commits over five years; the same size gives the same rows. */
export async function fillGraph(store: GraphStore, size: GraphSize): Promise<void> {
  for (const statement of statements(size)) await store.run(statement);
  await store.run('CHECKPOINT');
}
