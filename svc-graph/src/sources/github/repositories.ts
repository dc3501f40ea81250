import type { SourcePart } from '@cairn/contracts/source-preview';
import type { NewSourceRequest } from '../connector.ts';
import { fetchFor } from './app.ts';
import { cursorFrom } from './cursor.ts';
import { isRead } from './known-repositories.ts';
import { OWNER_PARTS } from './queries.ts';
import { readOwner } from './read-owner.ts';
import { GithubSettings } from './settings.ts';

const LONGEST_CHECK = 15_000;

/** The repositories of an owner as parts to choose from. */
export async function listParts({ settings: given, fetch }: NewSourceRequest): Promise<SourcePart[]> {
  const settings = GithubSettings.parse(given);
  // Their names and counts are enough: nothing else of the owner is asked for.
  const now = new Date().toISOString();
  const refused = Object.fromEntries(OWNER_PARTS.map((part) => [part, now]));
  const signal = AbortSignal.timeout(LONGEST_CHECK);
  const { repositories } = await readOwner({
    from: { settings, fetch: fetchFor(fetch, settings), signal, cursor: null },
    cursor: { ...cursorFrom(null), refused },
  });
  return repositories.map((each) => ({
    key: each.name,
    name: each.name,
    isPrivate: each.isPrivate === true,
    isArchived: each.isArchived,
    isChosen: isRead(each, settings.repositories),
    counts: [
      { unit: 'pull request', count: each.pullRequests.totalCount },
      { unit: 'issue', count: each.issues.totalCount },
    ],
  }));
}
