import type { Database } from 'better-sqlite3';
import { randomUUID } from 'node:crypto';

const WORDS = [
  'delivery',
  'review',
  'lead',
  'time',
  'quality',
  'incidents',
  'team',
  'weekly',
  'flow',
  'risk',
];
const KINDS = ['Commit', 'PullRequest', 'Issue', 'Release'];
const OWNERS = 200;

const wordsOf = (at: number) =>
  [0, 1, 2].map((turn) => WORDS[(at * 7 + turn * 3) % WORDS.length] ?? '').join(' ');

const VIEWS = ['barChart', 'overTime', 'heatMap', 'unifiedTable', 'metric'] as const;

/** A board of twelve cards as people save it, of some 8 KB. */
export const boardState = (title: string): string =>
  JSON.stringify({
    layout: Array.from({ length: 12 }, (_, i) => ({ i: `c${i}`, x: (i % 2) * 6, y: i * 4, w: 6, h: 8 })),
    data: Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `c${i}`,
        { kind: 'markdown', markdown: `${title} ${'x'.repeat(560)}` },
      ]),
    ),
    extras: {},
  });

/** Fills an org with saved things of many people: names, tags, kinds and states as large as real ones. */
export function fillOrg(database: Database, orgId: string, userId: string, things: number): void {
  const owners = [userId, ...Array.from({ length: OWNERS }, () => addUser(database))];
  const link = database.prepare(
    `insert into deep_links (id, type, org_id, user_id, scope, name, description, tags, state, brief, size, version, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const texts = database.prepare(
    'insert into link_texts (link_id, name, description, tags, body) values (?, ?, ?, ?, ?)',
  );
  const tags = database.prepare('insert into link_tags (link_id, tag) values (?, ?)');
  const kinds = database.prepare('insert into link_kinds (link_id, kind) values (?, ?)');
  const questions = database.prepare(
    `insert into link_questions (link_id, view, settings, duration) values (?, ?, '  ', '')`,
  );
  const state = boardState('A board');
  database.transaction(() => {
    for (let at = 0; at < things; at += 1) {
      const id = randomUUID();
      const owner = owners[at % owners.length];
      const scope = at % 4 === 0 && owner === userId ? 'private' : 'org';
      const [name, tag, kind] = [`${wordsOf(at)} ${at}`, WORDS[at % WORDS.length], KINDS[at % KINDS.length]];
      const type = at % 3 === 0 ? 'dashboard-v1' : 'explore-v1';
      const view = VIEWS[at % VIEWS.length] ?? '';
      const question =
        type === 'explore-v1' ? { params: { select: [kind] }, viz: [{ value: view, config: {} }] } : null;
      const brief = JSON.stringify({ kinds: [kind], tags: [], words: '12 cards', question });
      const when = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
      link.run(
        id,
        type,
        orgId,
        owner,
        scope,
        name,
        wordsOf(at + 1),
        tag,
        state,
        brief,
        state.length,
        when,
        when,
      );
      texts.run(id, name, wordsOf(at + 1), tag, wordsOf(at + 2));
      tags.run(id, tag);
      kinds.run(id, kind);
      if (question) questions.run(id, view.toLowerCase());
    }
  })();
  database.exec('analyze');
}

function addUser(database: Database): string {
  const id = randomUUID();
  const now = new Date().toISOString();
  database
    .prepare(
      'insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt") values (?, ?, ?, 1, ?, ?)',
    )
    .run(id, `Person ${id.slice(0, 4)}`, `${id}@example.org`, now, now);
  return id;
}
