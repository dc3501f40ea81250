import type { Configuration } from '@cairn/contracts';
import type { ChatSource } from '@cairn/contracts/chat-replies';
import { Query, withDefaultBranch } from '@cairn/query';

/** The kinds that tell most of how a team works. */
const KINDS = ['PullRequest', 'Issue', 'Commit', 'CicdPipeline'];

/** Counts of what the sources of an org provide, for a conversation without data sources. */
export function defaultSources(configuration: Pick<Configuration, 'kinds'> | null): ChatSource[] {
  const kinds = configuration?.kinds ?? [];
  return KINDS.flatMap((name) => {
    const kind = kinds.find((each) => each.name === name);
    if (!kind?.provided) return [];
    const aggregations = [{ target: name, attribute: 'uuid', reducer: 'count' as const }];
    const query = withDefaultBranch(Query.parse({ select: [name], aggregations }));
    return [{ title: kind.plural, query, view: null }];
  });
}
