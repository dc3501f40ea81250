import { AppError } from '@cairn/contracts';
import type { z } from 'zod';
import { PartsRefused, askGithub } from './ask.ts';
import type { GithubReading } from './cursor.ts';
import { type GithubTeam, type ListedRepository, OwnerAnswer } from './payloads.ts';
import { OWNER_PARTS, repositoriesQuery } from './queries.ts';
import { wholeTeams } from './whole.ts';

const gone = () => new AppError('source_unavailable', 'GitHub no longer shows this owner to the token.');

/** What was refused is asked for again after a day, since the rights of a token may have grown. */
const ASK_AGAIN = 86_400_000;

/** The parts that are asked for: all but those that were refused within a day. */
const partsFor = ({ cursor }: GithubReading) =>
  OWNER_PARTS.filter((part) => {
    const at = cursor.refused[part];
    return at === undefined || Date.now() - Date.parse(at) > ASK_AGAIN;
  });

type OwnerPage = NonNullable<z.infer<typeof OwnerAnswer>['repositoryOwner']>;

/** One page of the repositories of an owner, without the parts that the token may not read. */
async function readOwnerPage(reading: GithubReading, after: string | null): Promise<OwnerPage> {
  const { from } = reading;
  for (;;) {
    const parts = partsFor(reading);
    const query = repositoriesQuery(parts, after === null);
    const variables = { owner: from.settings.owner, after };
    try {
      const answered = await askGithub(from, { query, variables, answer: OwnerAnswer, parts });
      if (!answered.repositoryOwner) throw gone();
      const granted = Object.entries(reading.cursor.refused).filter(([part]) => !parts.includes(part));
      reading.cursor = { ...reading.cursor, refused: Object.fromEntries(granted) };
      return answered.repositoryOwner;
    } catch (error) {
      if (!(error instanceof PartsRefused)) throw error;
      const refused = Object.fromEntries(error.parts.map((part) => [part, new Date().toISOString()]));
      reading.cursor = { ...reading.cursor, refused: { ...reading.cursor.refused, ...refused } };
    }
  }
}

interface OwnerRead {
  readonly url: string;
  readonly repositories: readonly ListedRepository[];
  /** Undefined for a user, and where the token may not see them. */
  readonly teams: readonly GithubTeam[] | undefined;
}

/** All repositories of the owner that the token sees, and the teams. */
export async function readOwner(reading: GithubReading): Promise<OwnerRead> {
  const { from } = reading;
  const first = await readOwnerPage(reading, null);
  const found = [...first.repositories.nodes];
  for (let { pageInfo } = first.repositories; pageInfo.hasNextPage;) {
    const { repositories } = await readOwnerPage(reading, pageInfo.endCursor);
    found.push(...repositories.nodes);
    pageInfo = repositories.pageInfo;
  }
  const teams = first.teams ? await wholeTeams(from, first.id, first.teams) : undefined;
  return { url: first.url, repositories: found, teams };
}
