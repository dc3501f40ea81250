import type { GitlabRows } from './rows.ts';
import type { GitlabIteration, GitlabMilestone, GitlabRelease, GitlabTag } from './shapes.ts';

/** A milestone or an iteration as a sprint. */
interface ToldSprint {
  readonly key: string;
  readonly title: string;
  readonly state: 'future' | 'active' | 'closed';
  readonly told: GitlabIteration;
  readonly projectUuid: string | null;
}

function addSprint(rows: GitlabRows, { key, title, state, told, projectUuid }: ToldSprint): void {
  const { created_at: createdAt, start_date: start, due_date: due, closed_at: closed } = told;
  const begun = start ?? createdAt;
  // GitLab does not tell when a milestone was closed; it changed last then.
  const ended = state === 'closed' ? (closed ?? told.updated_at) : null;
  const uuid = rows.add(
    'Sprint',
    { key, name: title, url: told.web_url, createdAt, updatedAt: told.updated_at },
    {
      goal: told.description ?? null,
      startDate: begun,
      endDate: due ?? ended,
      state,
      status: state,
      sourceStatus: String(told.state),
      statusCategory: state === 'closed' ? 'done' : state === 'active' ? 'inProgress' : 'todo',
      projectUuid,
    },
  );
  const subject = { type: 'Sprint', uuid, name: title, reference: title, sprint: uuid, actor: null };
  const change = (before: string | null, after: string) => ({
    newStatus: after,
    delta: { state: { before, after } },
  });
  if (state !== 'future')
    rows.event({ ...subject, id: `${key}:started`, at: begun, action: 'started', ...change(null, 'active') });
  if (state === 'closed')
    rows.event({
      ...subject,
      id: `${key}:completed`,
      at: ended,
      action: 'completed',
      ...change('active', 'closed'),
    });
}

/** Adds a milestone, of a project or of a group. One without a day of beginning begins when it was made. */
export function addMilestone(rows: GitlabRows, milestone: GitlabMilestone): void {
  const { id, title, state, project_id: projectId = null } = milestone;
  addSprint(rows, {
    key: `milestone:${String(id)}`,
    title,
    state: state === 'closed' ? 'closed' : 'active',
    told: milestone,
    projectUuid: projectId === null ? null : rows.id(`project:${String(projectId)}`),
  });
}

const ITERATION_STATES: Readonly<Record<string, ToldSprint['state']>> = {
  '1': 'future',
  '2': 'active',
  '3': 'closed',
  upcoming: 'future',
  current: 'active',
  closed: 'closed',
};
const toDay = (at: number | null) => (at === null ? '?' : new Date(at * 1_000).toISOString().slice(0, 10));

/** Adds an iteration of a group; one without a title has its days for a name. */
export function addIteration(rows: GitlabRows, iteration: GitlabIteration): void {
  const { id, title, state, start_date: start, due_date: due } = iteration;
  addSprint(rows, {
    key: `iteration:${String(id)}`,
    title: title || `${toDay(start)} – ${toDay(due)}`,
    state: ITERATION_STATES[String(state)] ?? 'active',
    told: iteration,
    projectUuid: null,
  });
}

/** Adds a release, the same one as the tag of a clone. */
export function addRelease(rows: GitlabRows, release: GitlabRelease, url: string): void {
  const { tag_name: tag, author, commit, created_at: createdAt, released_at: releasedAt } = release;
  const name = release.name || tag;
  const isUpcoming = release.upcoming_release === true;
  const status = isUpcoming ? 'upcoming' : 'released';
  const page = release._links?.self ?? `${url}/-/releases/${encodeURIComponent(tag)}`;
  const uuid = rows.add(
    'Release',
    { key: `release:${tag}`, name, url: page, createdAt, updatedAt: releasedAt },
    {
      externalId: tag,
      releaseName: name,
      tagName: tag,
      body: release.description ?? null,
      publishedAt: isUpcoming ? null : releasedAt,
      status,
      sourceStatus: status,
      statusCategory: isUpcoming ? 'todo' : 'done',
      draft: false,
      preRelease: /-(?:alpha|beta|rc|pre)\b/i.test(tag),
      repositoryUuid: rows.repositoryUuid,
      commitUuid: commit ? rows.commit(commit.id) : null,
      authorUuid: rows.person(author, releasedAt),
    },
    rows.release(tag),
  );
  const told = { type: 'Release', uuid, name, reference: tag, action: 'released', actor: author };
  if (!isUpcoming) rows.event({ ...told, id: `release:${String(rows.projectUuid)}:${tag}`, at: releasedAt });
}

/** Adds a tag that no release was made of, as a clone has it. */
export function addTag(
  rows: GitlabRows,
  { name, message, commit, created_at: tagged }: GitlabTag,
  url: string,
): void {
  const at = tagged ?? commit?.committed_date ?? commit?.created_at ?? null;
  rows.add(
    'Release',
    {
      key: `release:${name}`,
      name,
      url: `${url}/-/tags/${encodeURIComponent(name)}`,
      createdAt: at,
      updatedAt: at,
    },
    {
      externalId: name,
      releaseName: name,
      tagName: name,
      body: message ?? null,
      publishedAt: at,
      status: 'released',
      sourceStatus: 'tag',
      statusCategory: 'done',
      draft: false,
      preRelease: /-(?:alpha|beta|rc|pre)\b/i.test(name),
      repositoryUuid: rows.repositoryUuid,
      commitUuid: commit ? rows.commit(commit.id) : null,
      authorUuid: null,
    },
    rows.release(name),
  );
}
