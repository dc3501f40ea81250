import type { FeedChoices, FeedEvent, FollowedChange } from '@cairn/contracts/feed';
import { FakeOrg } from './workspace-under-test.tsx';

type Body = Record<string, unknown>;

/** An org whose user follows something, with what happened to it. */
export class FeedOrg extends FakeOrg {
  events: FeedEvent[] = [];
  changes: FollowedChange[] = [];
  choices: FeedChoices = { types: [], projects: [], teams: [] };
  limited = false;

  override answer(path: string, body: Body) {
    const known = super.answer(path, body);
    if (known.status !== 404) return known;
    if (path.endsWith('/following/changes')) return { status: 200, body: this.#changes() };
    return path.endsWith('/feed') ? { status: 200, body: this.#feed(body) } : known;
  }

  #changes() {
    return {
      data: this.changes,
      followed: this.changes.map(({ kind, id, name, path }) => ({ kind, id, name, path })),
    };
  }

  #feed({ pagination }: Body) {
    const { page, pageSize } = pagination as { page: number; pageSize: number };
    const named = this.followed.filter(({ kind }) => kind !== 'board' && kind !== 'space');
    const span = { start: '2026-05-04T00:00:00.000Z', end: '2026-05-11T00:00:00.000Z', timezone: 'UTC' };
    return {
      data: this.events.slice((page - 1) * pageSize, page * pageSize),
      meta: {
        page,
        pageSize,
        total: this.events.length,
        ...span,
        choices: this.choices,
        followed: named.map(({ kind, id }) => ({ kind, uuid: id, name: kind === 'person' ? 'Ada' : 'shop' })),
        limited: this.limited,
      },
    };
  }
}
