import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PushApp,
  deployment,
  incident,
  load,
  note,
  openPushApp,
  outcomesIn,
  refusalIn,
  release,
  uuid,
} from '../../../test/push-app.ts';
import { naturalKey } from '../../store/natural-key.ts';

let app: PushApp;
const one = async (sql: string) => (await app.rows(sql))[0];
const counted = async () =>
  (await app.rows('SELECT integration FROM "CicdPipeline" WHERE "deployedAt" IS NOT NULL ORDER BY 1')).map(
    (row) => row['integration'],
  );

beforeEach(async () => {
  app = await openPushApp();
});
afterEach(() => app.close());

describe('a deployment that is pushed', () => {
  it('counts in the place of that of GitHub, and delivers what its commit carries', async () => {
    expect(await counted()).toEqual(['github']);
    const answer = await app.push({ deployments: [deployment] });
    expect([answer.status, outcomesIn(answer)]).toEqual([200, ['stored']]);
    expect(await counted()).toEqual(['push']);
    const run =
      await one(`SELECT uuid::VARCHAR AS uuid, "deployedAt"::VARCHAR AS at, duration::INTEGER AS duration
      FROM "CicdPipeline" WHERE integration = 'push'`);
    expect(run).toMatchObject({ at: '2026-03-02 10:00:00', duration: 600 });
    expect(await one('SELECT "deploymentUuid"::VARCHAR AS run FROM "PullRequest"')).toEqual({
      run: run?.['uuid'],
    });
  });

  it('changes nothing when it comes again, and is the same thing when it comes otherwise', async () => {
    await app.push({ deployments: [{ ...deployment, status: 'running', finishedAt: undefined }] });
    expect(await counted()).toEqual([]);
    expect(outcomesIn(await app.push({ deployments: [deployment] }))).toEqual(['updated']);
    const before = { version: await app.version(), graph: await app.graph() };
    expect(outcomesIn(await app.push({ deployments: [deployment] }))).toEqual(['unchanged']);
    expect({ version: await app.version(), graph: await app.graph() }).toEqual(before);
    expect(await counted()).toEqual(['push']);
    expect(before.graph.events).toHaveLength(3);
    await app.push({ deployments: [{ ...deployment, commit: 'b'.repeat(40), startedAt: undefined }] });
    const after = await app.graph();
    expect([after.runs.length, after.events.length, after.edges.length]).toEqual([2, 2, 1]);
    expect(await one('SELECT "deploymentUuid" AS run FROM "PullRequest"')).toEqual({ run: null });
    expect(await app.rows('SELECT number FROM "RawPayload"')).toHaveLength(1);
  });

  it('gives way again when it turns out to be in another environment or repository', async () => {
    await app.push({ deployments: [deployment] });
    await app.push({ deployments: [{ ...deployment, environment: 'staging' }] });
    expect(await counted()).toEqual(['github']);
    await app.push({ deployments: [deployment] });
    expect(await counted()).toEqual(['push']);
    await app.push({ deployments: [{ ...deployment, repository: 'acme/web' }] });
    expect(await counted()).toEqual(['github', 'push']);
  });

  it('is told to the page of sources', async () => {
    await app.push({ deployments: [deployment] });
    const [source] = (await app.call('list-sources')).data as Record<string, unknown>[];
    expect(source).toMatchObject({ name: 'Pipelines', status: 'active', lastIngestedAt: expect.any(String) });
    expect(source).not.toHaveProperty('schedule');
    const schedule = { kind: 'interval', minutes: 60 };
    expect(refusalIn(await app.call('schedule-source', { id: app.sourceId, schedule })).code).toBe(
      'invalid_input',
    );
  });
});

describe('an incident that is pushed', () => {
  it('blames the latest deployment of its repository until it is resolved', async () => {
    await app.push({ deployments: [deployment], incidents: [incident] });
    const failed = `SELECT "changeFailed" AS failed, "recoveryTime"::INTEGER AS recovery FROM "CicdPipeline" WHERE integration = 'push'`;
    expect(await one(failed)).toEqual({ failed: true, recovery: null });
    await app.push({ incidents: [{ ...incident, resolvedAt: '2026-03-02T12:00:00Z' }] });
    expect(await one(failed)).toEqual({ failed: true, recovery: 7_200 });
    expect(
      await one(`SELECT status, "statusCategory" AS category FROM "Issue" WHERE "issueKey" = 'INC-1'`),
    ).toEqual({
      status: 'Resolved',
      category: 'done',
    });
    await app.push({ incidents: [incident] });
    expect(await one(failed)).toEqual({ failed: true, recovery: null });
    expect(
      await one(
        `SELECT status, "resolvedAt" AS over, "ResolutionTime" AS span FROM "Issue" WHERE "issueKey" = 'INC-1'`,
      ),
    ).toEqual({ status: 'Open', over: null, span: null });
    await app.push({ incidents: [{ ...incident, repository: undefined }] });
    expect(await one(failed)).toEqual({ failed: false, recovery: null });
  });
});

describe('a release that is pushed', () => {
  const known = uuid(naturalKey.Release({ repository: 'github.com/acme/api', tag: 'v1' }));

  it('is the one that a clone has of the tag, and keeps what the message leaves out', async () => {
    const row = {
      uuid: known,
      integration: 'git',
      name: 'v1',
      tagName: 'v1',
      body: 'As tagged',
      deleted: false,
    };
    await app.publish(load('Release', row));
    await app.push({ releases: [{ ...release, name: 'First' }] });
    expect(await app.rows('SELECT uuid::VARCHAR AS uuid, integration, name, body FROM "Release"')).toEqual([
      { uuid: known, integration: 'git', name: 'First', body: 'As tagged' },
    ]);
  });

  it('stays the release of its tag', async () => {
    await app.push({ releases: [release] });
    expect(outcomesIn(await app.push({ releases: [{ ...release, name: 'One' }] }))).toEqual(['updated']);
    expect(refusalIn(await app.push({ releases: [{ ...release, tag: 'v2' }] }))).toEqual(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining('releases.0') }),
    );
  });
});

describe('a message', () => {
  it('is refused while the source is paused, and where there is none', async () => {
    await app.call('pause-source', { id: app.sourceId });
    expect(refusalIn(await app.push({ deployments: [deployment] })).code).toBe('conflict');
    await app.call('resume-source', { id: app.sourceId });
    expect((await app.push({ deployments: [deployment] })).status).toBe(200);
    await app.call('remove-source', { id: app.sourceId });
    expect(refusalIn(await app.push({ deployments: [deployment] })).message).toContain(
      'An admin adds the Push API',
    );
  });
});

describe('what was pushed', () => {
  const everything = {
    deployments: [deployment],
    incidents: [{ ...incident, resolvedAt: '2026-03-02T12:00:00Z' }],
    releases: [release],
    events: [note('CAIRN-12'), note('acme/api')],
  };

  it('is the same when it is built again from its payloads', async () => {
    await app.push({ ...everything, incidents: [incident] });
    await app.push(everything);
    const before = await app.graph();
    await app.call('renormalise', { id: app.sourceId });
    await app.idle();
    const [source] = (await app.call('list-sources')).data as { status: string }[];
    expect(source?.status).toBe('active');
    expect(await app.graph()).toEqual(before);
  });

  it('leaves with its source, and what counted before counts again', async () => {
    const before = await app.graph();
    await app.push(everything);
    await app.call('remove-source', { id: app.sourceId });
    expect(await app.graph()).toEqual(before);
    expect(await counted()).toEqual(['github']);
    expect(await app.rows('SELECT number FROM "RawPayload"')).toEqual([]);
  });

  it.each(['INC-1', 'pager:incident:1', 'a "quoted":ü:', '::', 'a:b:c:d:e:f:g:h:1'])(
    'is shown to admins with the place of each value, though its id is %s',
    async (id) => {
      const others = [`${id}:1`, '1', `x:${id}`].map((each) => ({ ...incident, id: each, title: 'Other' }));
      const [thing] = (await app.push({ incidents: [{ ...incident, id }, ...others] })).data as {
        uuid: string;
      }[];
      const { data } = await app.call('entity-payload', { id: app.sourceId, uuid: thing?.uuid });
      expect(data).toMatchObject({ kind: 'incidents', text: expect.stringContaining('"title": "Down"') });
    },
  );
});
