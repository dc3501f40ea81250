import type { GithubComment, GithubDiscussion } from './payloads.ts';
import type { GithubRows } from './rows.ts';

/** Adds what somebody wrote in a discussion, and answers its uuid. */
function addPost(
  rows: GithubRows,
  { number, title }: GithubDiscussion,
  post: GithubComment & { readonly name: string },
  replyToUuid: string | null,
): string {
  const { id, body, author, createdAt } = post;
  const authorUuid = rows.person(author, createdAt);
  const { repositoryUuid } = rows;
  const facts = { body, authorUuid, pullRequestUuid: null, repositoryUuid, replyToUuid };
  const uuid = rows.add('DiscussionComment', post, facts);
  rows.event({
    action: 'commented',
    type: 'DiscussionComment',
    uuid,
    id,
    at: createdAt,
    actor: author,
    comment: body,
    name: title,
    reference: `#${String(number)}`,
  });
  return uuid;
}

/** Adds a discussion: its first post, the comments that reply to that, and the replies to those. */
export function addDiscussion(rows: GithubRows, discussion: GithubDiscussion): void {
  const first = addPost(rows, discussion, { ...discussion, name: discussion.title }, null);
  for (const comment of discussion.comments.nodes) {
    const uuid = addPost(rows, discussion, { ...comment, name: comment.body }, first);
    for (const reply of comment.replies?.nodes ?? [])
      addPost(rows, discussion, { ...reply, name: reply.body }, uuid);
  }
}
