const SITE = 'https://gitlab.com';
const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 2, day, hour)).toISOString();
const graphUser = ({ id, username, name, web_url: webUrl }: typeof ADA) => ({
  id: `gid://gitlab/User/${String(id)}`,
  username,
  name,
  avatarUrl: `/uploads/${username}.png`,
  webUrl,
});
const sha = (letter: string) => letter.repeat(40);

const user = (id: number, username: string, name: string) => ({
  id,
  username,
  name,
  state: 'active',
  avatar_url: `${SITE}/uploads/${username}.png`,
  web_url: `${SITE}/${username}`,
});
const ADA = user(1, 'ada', 'Ada');
const BEN = user(2, 'ben', 'Ben');
const CY = user(3, 'cy', 'Cy');
const BOT = user(4, 'project_7_bot_1f2e', 'deployer');

const note = (id: number, author: object, day: number, body: string, more: object = {}) => ({
  id,
  type: null,
  body,
  author,
  created_at: at(day),
  updated_at: at(day),
  system: false,
  internal: false,
  ...more,
});
const system = (id: number, author: object, day: number, body: string) =>
  note(id, author, day, body, { system: true });
const alone = (each: ReturnType<typeof note>) => ({
  id: `d${String(each.id)}`,
  individual_note: true,
  notes: [each],
});
const commit = (id: string, title: string, day: number) => ({
  id,
  short_id: id.slice(0, 8),
  title,
  message: title,
  author_name: 'Ada',
  author_email: 'ada@example.org',
  authored_date: at(day),
  committer_name: 'Ada',
  committer_email: 'ada@example.org',
  committed_date: at(day),
  created_at: at(day),
  parent_ids: [],
});

/** People, notes and commits of which samples of GitLab are made. */
export const GROUP_PARTS = { SITE, at, graphUser, sha, ADA, BEN, CY, BOT, note, system, alone, commit };
