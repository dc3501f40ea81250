import { KINDS, type ToldEvent, eventText } from '@cairn/entities';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Cell, Row } from '../../store/load.ts';
import { DAY } from './calendar.ts';
import type { Recipe } from './recipe.ts';
import { simulate } from './simulate.ts';

const to = Date.UTC(2026, 5, 16) / 1_000;
const recipe: Recipe = { seed: 11, events: 45_000, from: to - 280 * DAY, to };

let company: Map<string, Row[]>;
beforeAll(() => {
  company = new Map();
  for (const { tables } of simulate('acme', recipe))
    for (const [table, rows] of tables) company.set(table, [...(company.get(table) ?? []), ...rows]);
});

const rows = (table: string) => company.get(table) ?? [];
const edges = (relation: string) => rows('Relation').filter((row) => row['relation'] === relation);
const named = (table: string, column: string) =>
  new Map(rows(table).map((row) => [row['uuid'], String(row[column])]));
const textsOf = (table: string, column: string) =>
  new Map(rows(table).map((row) => [row['uuid'], String(row[column])]));
const deltasOf = (action: string) =>
  rows('Event')
    .filter((row) => row['action'] === action && row['delta'])
    .map((row) => JSON.parse(String(row['delta'])) as Record<string, { before: Cell; after: Cell }>);

/** Edges whose text does not name where they lead. */
function unsaid(relation: string, said: Map<unknown, string>, names: Map<unknown, string>): Row[] {
  const all = edges(relation);
  expect(all.length, relation).toBeGreaterThan(0);
  return all.filter(({ fromUuid, toUuid }) => {
    const text = said.get(fromUuid) ?? '';
    return !text.includes(names.get(toUuid) ?? '?');
  });
}

describe('what the people of a simulated company write', () => {
  it('names the people, issues and pull requests that it is related to', () => {
    const messages = textsOf('Message', 'body');
    expect(unsaid('messageMentions', messages, named('Person', 'name'))).toEqual([]);
    expect(unsaid('messageMentionsIssue', messages, named('Issue', 'issueKey'))).toEqual([]);
    expect(unsaid('messageMentionsPullRequest', messages, named('PullRequest', 'prNumber'))).toEqual([]);
    expect(
      unsaid('meetingMentions', textsOf('CalendarEntry', 'description'), named('Issue', 'issueKey')),
    ).toEqual([]);
    expect(unsaid('commitMentions', textsOf('Commit', 'message'), named('Issue', 'issueKey'))).toEqual([]);
    const numbers = named('PullRequest', 'prNumber');
    expect(unsaid('commitNamesPullRequest', textsOf('Commit', 'message'), numbers)).toEqual([]);
  });

  it('says of a pull request that it closes an issue only where it does', () => {
    const closing = new Set(edges('closes').map(({ fromUuid }) => fromUuid));
    const mentioning = new Set(edges('pullRequestMentions').map(({ fromUuid }) => fromUuid));
    expect(closing.size).toBeGreaterThan(20);
    expect(mentioning.size).toBeGreaterThan(0);
    for (const { uuid, description } of rows('PullRequest')) {
      expect(String(description).includes('It closes ')).toBe(closing.has(uuid));
      expect(String(description).includes('It is about ')).toBe(mentioning.has(uuid));
    }
  });

  it('mentions in a comment whom the issue mentions', () => {
    const comments = new Map<unknown, string>();
    for (const { issueUuid, body } of rows('IssueComment'))
      comments.set(issueUuid, `${comments.get(issueUuid) ?? ''} ${String(body)}`);
    expect(unsaid('issueMentions', comments, named('Person', 'name'))).toEqual([]);
  });
});

describe('what happens to the issues of a simulated company', () => {
  it.each(['assigned', 'moved', 'edited', 're_estimated', 'sprint_changed', 'linked'])(
    'is that they are %s',
    (action) => {
      const deltas = deltasOf(action);
      expect(deltas.length).toBeGreaterThan(0);
      for (const delta of deltas)
        for (const { before, after } of Object.values(delta)) expect(before).not.toEqual(after);
    },
  );

  it('ends in the fields that they have now', () => {
    const keys = new Set(rows('Issue').map(({ issueKey }) => issueKey));
    for (const { issueKey } of deltasOf('moved')) expect(keys).toContain(issueKey?.after);
    const points = new Map(rows('Issue').map(({ uuid, storyPoints }) => [uuid, storyPoints]));
    for (const { issueUuid, delta } of rows('Event').filter(({ action }) => action === 're_estimated')) {
      const { storyPoints } = JSON.parse(String(delta)) as { storyPoints: { after: number } };
      expect(storyPoints.after).toBe(points.get(issueUuid));
    }
  });

  it('is that they are linked in three ways, and blocked by issues that are open', () => {
    expect([...new Set(edges('issueLink').map(({ linkType }) => linkType))].toSorted()).toEqual([
      'clones',
      'duplicates',
      'relates',
    ]);
    const issues = new Map(rows('Issue').map((row) => [row['uuid'], row]));
    for (const { fromUuid, toUuid, until } of edges('blocks')) {
      expect(issues.get(toUuid ?? '')?.['issueType']).not.toBe('Epic');
      expect(until === null).toBe(issues.get(fromUuid ?? '')?.['closedAt'] === null);
    }
  });
});

describe('the people of a simulated company', () => {
  it('answer invitations in four ways, and those who declined said so', () => {
    const answers = new Set(edges('attends').map(({ answer }) => answer));
    expect([...answers].toSorted()).toEqual(['accepted', 'declined', 'needsAction', 'tentative']);
    const declined = edges('attends').filter(({ answer }) => answer === 'declined').length;
    expect(deltasOf('declined').length).toBeGreaterThan(declined / 2);
  });

  it('lead and review for their teams, and give the verdicts that their reviews give', () => {
    expect([...new Set(edges('memberOf').map(({ role }) => role))].toSorted()).toEqual([
      'lead',
      'member',
      'reviewer',
    ]);
    const given = new Map<string, Row>();
    for (const row of rows('PullRequestReview').toSorted(
      (a, b) => Number(a['submittedAt']) - Number(b['submittedAt']),
    ))
      given.set(`${String(row['pullRequestUuid'])} ${String(row['authorUuid'])}`, row);
    for (const { fromUuid, toUuid, verdict } of edges('reviewer'))
      expect(verdict).toBe(given.get(`${String(fromUuid)} ${String(toUuid)}`)?.['state'] ?? null);
  });

  it('have phone numbers that look like numbers', () => {
    const phones = rows('Person').flatMap(({ phone }) => (phone === null ? [] : [String(phone)]));
    expect(phones.length).toBeGreaterThan(5);
    expect(phones.filter((phone) => !/^\+1 555 01\d{5}$/.test(phone))).toEqual([]);
    expect(new Set(phones).size).toBe(phones.length);
  });
});

describe('the teams of a simulated company', () => {
  it('differ in how fast they work', () => {
    const waits = new Map<string, number[]>();
    for (const { repository, createdAt, mergedAt } of rows('PullRequest'))
      if (mergedAt !== null && mergedAt !== undefined)
        waits.set(String(repository), [
          ...(waits.get(String(repository)) ?? []),
          Number(mergedAt) - Number(createdAt),
        ]);
    const medians = [...waits.values()]
      .filter((all) => all.length >= 8)
      .map((all) => (all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0) / 3_600)
      .toSorted((a, b) => a - b);
    expect(medians.length).toBeGreaterThan(3);
    expect((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toBeGreaterThan(5);
    expect(new Set(medians.map(Math.round)).size).toBeGreaterThan(medians.length / 2);
  });
});

/** What is said of each sort of event: its kind, action and first changed field, with who and what left out. */
const SAID: Readonly<Record<string, RegExp>> = {
  'CalendarEntry declined answer': /^WHO declined the invitation to WHAT$/,
  'CalendarEntry started': /^WHO held WHAT$/,
  'CalendarEntry tentative answer': /^WHO may come to WHAT$/,
  'CicdPipeline completed state': /^WHO finished WHAT (successfully|without success)$/,
  'CicdPipeline created state': /^WHO queued WHAT$/,
  'CicdPipeline started state': /^WHO started WHAT$/,
  'Commit committed': /^WHO committed WHAT$/,
  'Commit merged': /^WHO merged .+$/,
  'DiscussionComment commented': /^WHO commented on #\d+$/,
  'Issue assigned assignee': /^WHO (assigned KEY to|reassigned KEY from .+ to) .+$/,
  'Issue created status': /^(WHO created KEY|KEY was created)$/,
  'Issue edited priority': /^WHO changed the priority of KEY from \w+ to \w+$/,
  'Issue edited title': /^WHO renamed KEY from “.+” to “.+”$/,
  'Issue linked clones': /^WHO marked KEY as a clone of KEY$/,
  'Issue linked duplicates': /^WHO marked KEY as a duplicate of KEY$/,
  'Issue linked relates': /^WHO linked KEY to KEY$/,
  'Issue moved issueKey': /^WHO moved KEY to KEY$/,
  'Issue re_estimated storyPoints': /^WHO (estimated KEY at|re-estimated KEY from \d+ to) \d+ points?$/,
  'Issue sprint_changed sprint': /^WHO moved KEY from [A-Z]+ \d+ to [A-Z]+ \d+$/,
  'Issue status_changed status': /^(WHO moved KEY|KEY was moved) from [A-Z][\w ]+ to [A-Z][\w ]+$/,
  'IssueComment commented': /^WHO commented on KEY$/,
  'Message posted': /^WHO wrote in #[a-z-]+$/,
  'Person joined': /^WHO joined$/,
  'Person left': /^WHO left$/,
  'PullRequest approved status': /^WHO approved #\d+$/,
  'PullRequest changes_requested status': /^WHO asked for changes in #\d+$/,
  'PullRequest closed status': /^WHO closed #\d+ without merging it$/,
  'PullRequest created status': /^WHO opened #\d+( as a draft)?$/,
  'PullRequest merged status': /^WHO merged #\d+$/,
  'PullRequest ready_for_review status': /^WHO marked #\d+ as ready for review$/,
  'PullRequest review_requested status': /^WHO asked for a review of #\d+$/,
  'PullRequest reviewed status': /^WHO reviewed #\d+$/,
  'PullRequestReviewComment commented': /^WHO commented on the code of #\d+$/,
  'Release released': /^WHO published WHAT$/,
  'Sprint completed state': /^WHAT ended$/,
  'Sprint started state': /^WHAT began$/,
  'Worklog logged_work': /^WHO logged work on KEY$/,
};

it('has events that are each said in a sentence', () => {
  const people = named('Person', 'name');
  const text = (row: Row, column: string) => (row[column] === null ? null : String(row[column]));
  const sorts = new Set<string>();
  for (const row of rows('Event')) {
    const [entityType, action, name] = [text(row, 'entityType'), text(row, 'action'), text(row, 'name')];
    const delta = JSON.parse(text(row, 'delta') ?? 'null') as ToldEvent['delta'];
    const sort = [entityType, action, ...Object.keys(delta ?? {}).slice(0, 1)].join(' ');
    const who = people.get(row['actorUuid']) ?? null;
    const event = { entityType: entityType ?? '', action: action ?? '', name, delta };
    const told = { ...event, newStatus: text(row, 'newStatus'), reference: text(row, 'reference') };
    const sentence = eventText(told, who)
      .replace(who ?? '?', 'WHO')
      .replace(name ?? '?', 'WHAT');
    expect(sentence.replace(/[A-Z]+(-[A-Z]+)?-\d+/g, 'KEY'), sort).toMatch(SAID[sort] ?? /^no sentence$/);
    sorts.add(sort);
  }
  expect([...sorts].toSorted()).toEqual(Object.keys(SAID).toSorted());
});

it('gives every property that a relation of the catalogue has', () => {
  const missing = KINDS.flatMap((kind) =>
    kind.relations.flatMap(({ via, properties = [] }) =>
      via.kind === 'edge'
        ? properties
            .filter(({ column }) => edges(via.relation).every((row) => row[column] === null))
            .map(({ name }) => `${kind.name}.${via.relation}.${name}`)
        : [],
    ),
  );
  expect(missing).toEqual([]);
});

it('a simulated commit belongs to the default branch once its pull request is merged, and not before', () => {
  const merged = new Map(rows('PullRequest').map(({ uuid, mergedAt }) => [uuid, Boolean(mergedAt)]));
  const branches = named('Branch', 'name');
  const onMain = new Map(
    rows('Commit').map((row) => [row['uuid'], branches.get(row['branchUuid']) === 'main']),
  );
  const commits = edges('hasCommit');
  expect(commits.length).toBeGreaterThan(100);
  expect(new Set(merged.values()).size).toBe(2);
  for (const { fromUuid, toUuid } of commits) expect(onMain.get(toUuid)).toBe(merged.get(fromUuid));
});

it('a simulated pull request counts what its lists have by now: commits, lines, comments, reviewers', () => {
  const sizes = new Map(rows('Commit').map((row) => [row['uuid'], row]));
  const ofPull = (table: string, uuid: unknown) =>
    rows(table).filter(({ pullRequestUuid }) => pullRequestUuid === uuid).length;
  const listed = rows('PullRequest').map(({ uuid }) => {
    const commits = edges('hasCommit').filter(({ fromUuid }) => fromUuid === uuid);
    const sum = (column: string) =>
      commits.reduce((total, { toUuid }) => total + Number(sizes.get(toUuid)?.[column]), 0);
    return {
      uuid,
      commits: commits.length,
      additions: sum('additions'),
      deletions: sum('deletions'),
      totalComments: ofPull('PullRequestReviewComment', uuid) + ofPull('DiscussionComment', uuid),
      reviewers: edges('reviewer').filter(({ fromUuid }) => fromUuid === uuid).length,
    };
  });
  const counted = rows('PullRequest').map(
    ({ uuid, commits, additions, deletions, totalComments, reviewers }) => ({
      uuid,
      commits,
      additions,
      deletions,
      totalComments,
      reviewers: Array.isArray(reviewers) ? reviewers.length : null,
    }),
  );
  expect(counted).toEqual(listed);
});
