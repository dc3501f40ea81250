import { AppError } from '@cairn/contracts';
import type { SourcePart } from '@cairn/contracts/source-preview';
import type { NewSourceRequest } from '../connector.ts';
import { type Asking, askGithub } from './ask.ts';
import { type GithubRepository, OwnerAnswer } from './payloads.ts';
import { REPOSITORIES } from './queries.ts';
import { GithubSettings } from './settings.ts';

/** Every repository of an owner that the token sees. */
export async function listRepositories(asking: Asking, owner: string): Promise<GithubRepository[]> {
  const found: GithubRepository[] = [];
  let after: string | null = null;
  do {
    const variables = { owner, after };
    const answered: OwnerAnswer = await askGithub(asking, {
      query: REPOSITORIES,
      variables,
      answer: OwnerAnswer,
    });
    const page = answered.repositoryOwner?.repositories;
    if (!page) throw new AppError('source_unavailable', 'GitHub no longer shows this owner to the token.');
    found.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

/** Whether a repository is read: where it is named, or where it is public and none is named. */
export function isRead(
  { name, isPrivate }: Pick<GithubRepository, 'name' | 'isPrivate'>,
  named: readonly string[],
): boolean {
  if (named.length === 0) return !isPrivate;
  return named.some((each) => each.toLowerCase() === name.toLowerCase());
}

/** The repositories of an owner as parts to choose from. */
export async function listParts({ settings, fetch }: NewSourceRequest): Promise<SourcePart[]> {
  const parsed = GithubSettings.parse(settings);
  const repositories = await listRepositories({ settings: parsed, fetch }, parsed.owner);
  return repositories.map((each) => ({
    key: each.name,
    name: each.name,
    isPrivate: each.isPrivate,
    isArchived: each.isArchived,
    isChosen: isRead(each, parsed.repositories),
    counts: [
      { unit: 'pull request', count: each.pullRequests.totalCount },
      { unit: 'issue', count: each.issues.totalCount },
    ],
  }));
}
