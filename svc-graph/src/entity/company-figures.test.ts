import { entityStoryContract as story } from '@cairn/contracts/story';
import { KINDS } from '@cairn/entities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntityService, entityService } from '../../test/entity-service.ts';
import { ingestSimulated } from '../sources/simulated/ingest.ts';

const UNTIL = Date.UTC(2026, 2, 20);
const RECIPE = { seed: 3, events: 6_000, from: UNTIL / 1_000 - 100 * 86_400, to: UNTIL / 1_000 };

let service: EntityService;
beforeAll(async () => {
  service = await entityService(() => UNTIL);
  await service.read('simulated', RECIPE, ingestSimulated);
});
afterAll(() => service.close());

const linked = (kind: string, column: string) =>
  `SELECT count(*)::INTEGER FROM "${kind}" WHERE "${column}" = $1::UUID AND deleted IS NOT TRUE`;
const edges = (relation: string, here: 'fromUuid' | 'toUuid', more = '') => {
  const there = here === 'fromUuid' ? 'toUuid' : 'fromUuid';
  return `SELECT count(DISTINCT "${there}")::INTEGER FROM "Relation" WHERE relation = '${relation}' AND "${here}" = $1::UUID ${more}`;
};
const NOW = 'AND until IS NULL';

it.each(KINDS.map(({ name }) => name).filter((name) => name !== 'Event'))(
  'no source saw a %s before it was there',
  async (kind) => {
    const early =
      await service.sql(`SELECT t.uuid FROM "SourceRecord" r JOIN "${kind}" t ON t.uuid = r."entityUuid"
      WHERE r."firstSeen" < t."createdAt" OR r."lastSeen" < t."createdAt" LIMIT 3`);
    expect(early).toEqual([]);
  },
);

interface Checked {
  /** What the entity is, and the statement that picks the one with most to count. */
  readonly what: string;
  readonly pick: string;
  /** The relations of its page, each with a statement that counts it. */
  readonly relations: Readonly<Record<string, string>>;
  /** The condition on events under which they are about it. */
  readonly events: string;
}

const CHECKED: readonly Checked[] = [
  {
    what: 'an issue',
    pick: `SELECT "issueUuid"::VARCHAR FROM "TimeInStatus" WHERE "leftAt" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      IssueComment: linked('IssueComment', 'issueUuid'),
      Worklog: linked('Worklog', 'issueUuid'),
      TimeInStatus: linked('TimeInStatus', 'issueUuid'),
      PullRequest: edges('closes', 'toUuid'),
      Commit: edges('commitMentions', 'toUuid'),
      Release: edges('includesIssue', 'toUuid'),
      Assignees: edges('assignee', 'fromUuid', NOW),
      BlockedBy: edges('blocks', 'toUuid', NOW),
      Message: edges('messageMentionsIssue', 'toUuid'),
    },
    events: `"issueUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
  {
    what: 'an epic',
    pick: `SELECT "epicUuid"::VARCHAR FROM "Issue" WHERE "epicUuid" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: { EpicIssue: linked('Issue', 'epicUuid'), Child: linked('Issue', 'parentUuid') },
    events: `"issueUuid" = $1::UUID OR "entityUuid" = $1::UUID
      OR "issueUuid" IN (SELECT uuid FROM "Issue" WHERE "epicUuid" = $1::UUID)`,
  },
  {
    what: 'a pull request',
    pick: `SELECT p.uuid::VARCHAR FROM "PullRequest" p JOIN "PullRequestReview" r ON r."pullRequestUuid" = p.uuid WHERE p."mergedAt" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      PullRequestReview: linked('PullRequestReview', 'pullRequestUuid'),
      PullRequestReviewComment: linked('PullRequestReviewComment', 'pullRequestUuid'),
      DiscussionComment: linked('DiscussionComment', 'pullRequestUuid'),
      Commit: edges('hasCommit', 'fromUuid'),
      Reviewer: edges('reviewer', 'fromUuid', NOW),
      Issue: edges('closes', 'fromUuid'),
      Release: edges('includesPullRequest', 'toUuid'),
      CicdPipeline: edges('ranFor', 'toUuid'),
    },
    events: `"pullRequestUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
  {
    what: 'the branch of a merged pull request',
    pick: `SELECT p."branchUuid"::VARCHAR FROM "PullRequest" p JOIN "Relation" r ON r."fromUuid" = p.uuid AND r.relation = 'hasCommit'
      WHERE p."mergedAt" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      PullRequest: linked('PullRequest', 'branchUuid'),
      CicdPipeline: edges('ranOn', 'toUuid'),
    },
    events: `"entityUuid" = $1::UUID OR "pullRequestUuid" IN (SELECT uuid FROM "PullRequest" WHERE "branchUuid" = $1::UUID)
      OR "entityUuid" IN (SELECT uuid FROM "PullRequest" WHERE "branchUuid" = $1::UUID)`,
  },
  {
    what: 'a commit',
    pick: `SELECT "commitUuid"::VARCHAR FROM "CicdPipeline" WHERE "commitUuid" IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      SourceFile: edges('touches', 'fromUuid'),
      PullRequest: edges('hasCommit', 'toUuid'),
      CicdPipeline: linked('CicdPipeline', 'commitUuid'),
      Release: edges('includes', 'toUuid'),
      Issue: edges('commitMentions', 'fromUuid'),
    },
    events: `"entityUuid" = $1::UUID OR "entityUuid" IN (SELECT uuid FROM "CicdPipeline" WHERE "commitUuid" = $1::UUID UNION SELECT uuid FROM "Release" WHERE "commitUuid" = $1::UUID)`,
  },
  {
    what: 'a deployment',
    pick: `SELECT uuid::VARCHAR FROM "CicdPipeline" WHERE "isDeployment" ORDER BY (SELECT count(*) FROM "PullRequest" p WHERE p."deploymentUuid" = "CicdPipeline".uuid) DESC, 1 LIMIT 1`,
    relations: {
      Shipped: linked('PullRequest', 'deploymentUuid'),
      Incident: linked('Issue', 'causedByUuid'),
      Deployed: edges('deploys', 'fromUuid'),
      Issue: edges('deploysIssue', 'fromUuid'),
    },
    events: `"entityUuid" = $1::UUID OR "entityUuid" IN (SELECT uuid FROM "Issue" WHERE "causedByUuid" = $1::UUID)`,
  },
  {
    what: 'a sprint',
    pick: `SELECT "toUuid"::VARCHAR FROM "Relation" WHERE relation = 'inSprint' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      Issue: edges('inSprint', 'toUuid', NOW),
      CurrentIssue: linked('Issue', 'currentSprintUuid'),
    },
    events: `"sprintUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
  {
    what: 'a person',
    pick: `SELECT "authorUuid"::VARCHAR FROM "Commit" GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      Commit: linked('Commit', 'authorUuid'),
      PullRequest: linked('PullRequest', 'createdByUuid'),
      PullRequestReview: linked('PullRequestReview', 'authorUuid'),
      Issue: linked('Issue', 'currentAssigneeUuid'),
      Message: linked('Message', 'authorUuid'),
      CalendarEntry: edges('attends', 'fromUuid'),
      Flow: linked('Flow', 'personUuid'),
      Team: edges('memberOf', 'fromUuid', NOW),
    },
    events: `"actorUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
  {
    what: 'a day of a person',
    pick: `SELECT "fromUuid"::VARCHAR FROM "Relation" r JOIN "CalendarEntry" c ON c.uuid = r."toUuid" JOIN "Flow" f ON f.uuid = r."fromUuid"
      WHERE relation = 'covers' AND c."organiserUuid" <> f."personUuid" GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: { CalendarEntry: edges('covers', 'fromUuid'), Message: edges('coversMessage', 'fromUuid') },
    events: `"entityUuid" = $1::UUID
      OR action = 'started' AND "entityUuid" IN (SELECT "toUuid" FROM "Relation" WHERE relation = 'covers' AND "fromUuid" = $1::UUID)
      OR EXISTS (SELECT 1 FROM "Flow" f WHERE f.uuid = $1::UUID AND f."personUuid" = "actorUuid"
        AND ("occurredAt" AT TIME ZONE 'UTC' AT TIME ZONE f.timezone)::DATE = f."Date"::DATE)`,
  },
  {
    what: 'a team',
    pick: `SELECT "toUuid"::VARCHAR FROM "Relation" WHERE relation = 'memberOf' GROUP BY 1 ORDER BY count(*) FILTER (until IS NOT NULL) DESC, count(*) DESC, 1 LIMIT 1`,
    relations: {
      Person: edges('memberOf', 'toUuid', NOW),
      Repository: edges('ownsRepository', 'fromUuid'),
      Project: edges('ownsProject', 'fromUuid'),
    },
    events: `"teamUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
  {
    what: 'a repository',
    pick: `SELECT "repositoryUuid"::VARCHAR FROM "Commit" GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: {
      Commit: linked('Commit', 'repositoryUuid'),
      PullRequest: linked('PullRequest', 'repositoryUuid'),
      Branch: linked('Branch', 'repositoryUuid'),
      Release: linked('Release', 'repositoryUuid'),
      SourceFile: linked('SourceFile', 'repositoryUuid'),
      CicdPipeline: linked('CicdPipeline', 'repositoryUuid'),
    },
    events: `"repositoryUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
  {
    what: 'a channel',
    pick: `SELECT "channelUuid"::VARCHAR FROM "Message" GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    relations: { Message: linked('Message', 'channelUuid'), Person: edges('hasMember', 'fromUuid', NOW) },
    events: `"channelUuid" = $1::UUID OR "entityUuid" = $1::UUID`,
  },
];

describe.each(CHECKED.map((each) => [each.what, each] as const))('the page of %s', (_, checked) => {
  const { pick, relations, events } = checked;
  const picked = async () => String((await service.sql(pick))[0]);

  it('answers every call of its story', async () => {
    const entityUuid = await picked();
    for (const { path, output } of Object.values(story)) {
      const more = path.endsWith('as-of') ? { at: new Date(UNTIL).toISOString() } : {};
      output.parse(await service.call(path.replace('/api/{orgId}/', ''), { entityUuid, ...more }));
    }
  });

  it('counts what it is related to as SQL does', async () => {
    const uuid = await picked();
    const detail = await service.detail(uuid);
    const shown = new Map(detail.relations.map(({ name, total }) => [name, total]));
    const counted = await Promise.all(
      Object.entries(relations).map(
        async ([name, sql]) => [name, (await service.sql(sql, uuid))[0]] as const,
      ),
    );
    expect(counted.some(([, count]) => Number(count) > 1)).toBe(true);
    expect(counted.map(([name]) => [name, shown.get(name)])).toEqual(counted);
  });

  it('has every number and word of its properties from its row', async () => {
    const uuid = await picked();
    const { labels, properties } = await service.detail(uuid);
    const [row] = await service.store.rows<Record<string, unknown>>(
      `SELECT * FROM "${labels[0] ?? ''}" WHERE uuid = $1::UUID`,
      [uuid],
    );
    const plain = Object.entries(row ?? {}).filter(
      ([name, value]) =>
        typeof properties[name] !== 'object' &&
        name in properties &&
        typeof value !== 'object' &&
        !/At$|Date|Time$|day|observed/i.test(name),
    );
    expect(plain.length).toBeGreaterThan(4);
    // What is stored as JSON is answered as the value that it says.
    const said = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
    for (const [name, value] of plain) expect(said(properties[name]), name).toBe(String(value));
  });

  it('tells as many events as there are, by the very same people', async () => {
    const uuid = await picked();
    const counted = await service.sql(
      `SELECT count(*)::INTEGER FROM "Event" WHERE "occurredAt" IS NOT NULL AND (${events})`,
      uuid,
    );
    const history = story.entityHistory.output.parse(
      await service.call('entity-history', { entityUuid: uuid, facets: true }),
    );
    expect([history.meta.total]).toEqual(counted);
    const people = await service.sql(
      `SELECT DISTINCT coalesce("actorUuid"::VARCHAR, '') AS actor FROM "Event" WHERE "occurredAt" IS NOT NULL AND (${events}) ORDER BY 1`,
      uuid,
    );
    const actors = history.meta.facets?.find(({ field }) => field === 'actor')?.values ?? [];
    expect(actors.map(({ value }) => value).toSorted()).toEqual(people.slice(0, 50));
  });
});

describe('the pages of the simulated company', () => {
  it.each(['Release', 'Issue', 'PullRequest'])(
    'count the commits of a %s once, in its list, its line and its work',
    async (kind) => {
      const relation = { Release: 'includes', Issue: 'commitMentions', PullRequest: 'hasCommit' }[kind] ?? '';
      const here = kind === 'Issue' ? 'toUuid' : 'fromUuid';
      const picked = await service.sql(
        `SELECT "${here}"::VARCHAR FROM "Relation" WHERE relation = '${relation}' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 8`,
      );
      expect(picked.length).toBe(8);
      for (const uuid of picked.map(String)) {
        const { relations } = await service.detail(uuid);
        const { data } = story.entityLineage.output.parse(
          await service.call('entity-lineage', { entityUuid: uuid }),
        );
        const listed = relations.find(({ name }) => name === 'Commit')?.total;
        const { meta } = story.entityWork.output.parse(
          await service.call('entity-work', { entityUuid: uuid }),
        );
        expect(meta.types.find((each) => each.kind === 'Commit')?.total, uuid).toBe(listed);
        expect(data.find(({ step }) => step === 'commit')?.total, uuid).toBe(listed);
      }
    },
  );

  it('call former members of a team so, and those of now members', async () => {
    const team = String((await service.sql(CHECKED.find(({ what }) => what === 'a team')?.pick ?? ''))[0]);
    const held = `"fromUuid"::VARCHAR FROM "Relation" WHERE relation = 'memberOf' AND "toUuid" = $1::UUID`;
    const now = await service.sql(`SELECT DISTINCT ${held} AND until IS NULL`, team);
    const ever = await service.sql(`SELECT DISTINCT ${held}`, team);
    expect(ever.length).toBeGreaterThan(now.length);
    const { data } = story.entityContributors.output.parse(
      await service.call('entity-contributors', { entityUuid: team, pagination: { pageSize: 50 } }),
    );
    const called = (role: string) =>
      data.filter(({ relations }) => relations.includes(role)).map(({ actor }) => actor.uuid);
    expect(called('Member').toSorted()).toEqual(now.toSorted());
    expect(called('Former member').toSorted()).toEqual(ever.filter((uuid) => !now.includes(uuid)).toSorted());
  });

  it.each([
    [
      'a sprint',
      `i.uuid IN (SELECT "fromUuid" FROM "Relation" WHERE relation = 'inSprint' AND "toUuid" = $1::UUID AND until IS NULL)`,
    ],
    ['an epic', `i."epicUuid" = $1::UUID`],
  ])('call those who work on the issues of %s so', async (what, issues) => {
    const uuid = String((await service.sql(CHECKED.find((each) => each.what === what)?.pick ?? ''))[0]);
    const people = await service.sql(
      `SELECT DISTINCT i."currentAssigneeUuid"::VARCHAR FROM "Issue" i WHERE NOT i.deleted AND i."currentAssigneeUuid" IS NOT NULL AND ${issues}`,
      uuid,
    );
    expect(people.length).toBeGreaterThan(1);
    const { data } = story.entityContributors.output.parse(
      await service.call('entity-contributors', { entityUuid: uuid, pagination: { pageSize: 100 } }),
    );
    const called = data.filter(({ relations }) => relations.includes('Assignee of its issues'));
    expect(called.map(({ actor }) => actor.uuid).toSorted()).toEqual(people.toSorted());
  });

  it('call the authors of the commits of a merged branch so', async () => {
    const pick = CHECKED.find(({ what }) => what === 'the branch of a merged pull request')?.pick ?? '';
    const branch = String((await service.sql(pick))[0]);
    const authors = await service.sql(
      `SELECT DISTINCT c."authorUuid"::VARCHAR FROM "Commit" c JOIN "Relation" r ON r."toUuid" = c.uuid AND r.relation = 'hasCommit'
       JOIN "PullRequest" p ON p.uuid = r."fromUuid" WHERE p."branchUuid" = $1::UUID`,
      branch,
    );
    const { data } = story.entityContributors.output.parse(
      await service.call('entity-contributors', { entityUuid: branch, pagination: { pageSize: 50 } }),
    );
    const called = data.filter(({ relations }) => relations.includes('Author'));
    expect(called.map(({ actor }) => actor.uuid).toSorted()).toEqual(authors.toSorted());
    expect(authors.length).toBeGreaterThan(0);
  });

  it('count for a person the messages that they wrote, and not those that name them', async () => {
    const [person] = await service.sql(
      `SELECT "toUuid"::VARCHAR FROM "Relation" WHERE relation = 'messageMentions' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    );
    const [written] = await service.sql(linked('Message', 'authorUuid'), String(person));
    const { meta } = story.entityWork.output.parse(
      await service.call('entity-work', { entityUuid: String(person) }),
    );
    expect(meta.types.find(({ kind }) => kind === 'Message')?.total ?? 0).toBe(written);
  });

  it('sum the points of a sprint as SQL does', async () => {
    const sprint = String(
      (await service.sql(CHECKED.find(({ what }) => what === 'a sprint')?.pick ?? ''))[0],
    );
    const [summed] = await service.sql(
      `SELECT sum(i."storyPoints") FROM "Issue" i WHERE NOT i.deleted AND i."currentSprintUuid" = $1::UUID`,
      sprint,
    );
    const { data } = await service.query('group-bys', {
      select: ['Issue'],
      groupBys: [],
      aggregations: [{ target: 'Issue', attribute: 'storyPoints', reducer: 'sum' }],
      filters: [{ target: 'Issue.CurrentSprints', attribute: 'uuid', comparison: { IN: [sprint] } }],
    });
    expect(Number(summed)).toBeGreaterThan(0);
    expect(Object.values(data[0] ?? {}).map(Number)).toContain(Number(summed));
  });

  it('list the events of an issue by a query as its history does', async () => {
    const issue = String((await service.sql(CHECKED[0]?.pick ?? ''))[0]);
    const history = story.entityHistory.output.parse(
      await service.call('entity-history', { entityUuid: issue, pagination: { pageSize: 1_000 } }),
    );
    const { data } = await service.query('entities', {
      select: ['Event'],
      filters: [{ target: 'Event.Issue', attribute: 'uuid', comparison: { IN: [issue] } }],
      pageSize: 1_000,
    });
    expect(data.length).toBe(history.meta.total);
    expect(history.data.length).toBe(history.meta.total);
  });

  it('give a finished issue the time from each status to the next', async () => {
    const issue = String((await service.sql(CHECKED[0]?.pick ?? ''))[0]);
    const { data } = story.entityStatusHistory.output.parse(
      await service.call('entity-status-history', { entityUuid: issue }),
    );
    const stays = await service.store.rows<{ status: string; seconds: number }>(
      `SELECT status, "clockSeconds"::INTEGER AS seconds FROM "TimeInStatus" WHERE "issueUuid" = $1::UUID AND "leftAt" IS NOT NULL ORDER BY "enteredAt"`,
      [issue],
    );
    expect(stays.length).toBeGreaterThan(1);
    const told = data.entries.filter(({ until }) => until !== null);
    expect(told.map(({ status, clockSeconds }) => ({ status, seconds: clockSeconds }))).toEqual(stays);
  });
});
