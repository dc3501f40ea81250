import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findRecorded } from '../../../test/recorded-data.ts';
import { normaliseCircleci } from './normalise.ts';
import { circleciWebhook as webhook } from './webhook.ts';

const RECORDED = findRecorded('circleci/webhooks');
const message = (body: string, headers: Record<string, string> = {}) => ({
  headers: new Headers(headers),
  body: Buffer.from(body),
});
const signed = (body: string, secret: string, signature: string) =>
  webhook.isSigned(message(body, { 'circleci-signature': signature }), secret);

/** As CircleCI publishes them. */
const VECTORS = [
  ['hello world', 'secret', '734cc62f32841568f45715aeb9f4d7891324e6d948e4c6c60c0621cdac48623a'],
  ['lalala', 'another-secret', 'daa220016c8f29a8b214fbfc3671aeec2145cfb1e6790184ffb38b6d0425fa00'],
  [
    'an-important-request-payload',
    'hunter123',
    '9be2242094a9a8c00c64306f382a7f9d691de910b4a266f67bd314ef18ac49fa',
  ],
] as const;

describe('a message of CircleCI', () => {
  it.each(VECTORS)(
    '%s is signed as CircleCI publishes it, and not with a letter changed',
    (body, secret, hex) => {
      expect(signed(body, secret, `v1=${hex}`)).toBe(true);
      expect(signed(body, secret, `v2=00,v1=${hex}`)).toBe(true);
      for (const wrong of ['', hex, `v2=${hex}`, `v1=${hex.slice(1)}`, `v1=${hex.replace(/^./, 'f')}`])
        expect(signed(body, secret, wrong)).toBe(false);
      expect(signed(`${body} `, secret, `v1=${hex}`)).toBe(false);
      expect(signed(body, `${secret} `, `v1=${hex}`)).toBe(false);
    },
  );

  it.each([
    ['workflow-completed', 'reading'],
    ['job-completed', 'reading'],
    ['ping', 'greeting'],
    ['project-renamed', 'nothing'],
  ])('of the kind %s means %s', (type, meaning) => {
    const told = webhook.read(message(JSON.stringify({ type, id: 'm-1' })));
    expect([told.id, told.kind, webhook.meaning(told.kind)]).toEqual(['m-1', type, meaning]);
  });

  it('of no kind is refused', () => {
    expect(() => webhook.read(message('{}'))).toThrow();
    expect(() => webhook.read(message('not JSON'))).toThrow();
  });
});

const Told = z.object({
  type: z.string(),
  pipeline: z.looseObject({}),
  workflow: z.looseObject({}),
  project: z.object({ slug: z.string(), name: z.string() }),
  job: z.looseObject({ number: z.number() }).optional(),
});

/** What CircleCI's interface would tell of the workflow of a message. */
function rowsFor(payload: unknown) {
  const { pipeline, workflow, project, job } = Told.parse(payload);
  const jobs = job === undefined ? [] : [{ ...job, job_number: job.number }];
  const items = [{ ...pipeline, project_slug: project.slug, workflows: [{ ...workflow, jobs }] }];
  const body = { host: 'https://circleci.com', project: { ...project, url: null }, items };
  return normaliseCircleci({ kind: 'pipelines', body }, { orgId: 'acme' });
}

describe.skipIf(RECORDED === null)('the recorded messages of CircleCI (of ../shared/data)', () => {
  const files = RECORDED === null ? [] : readdirSync(RECORDED).filter((name) => name.endsWith('.json'));

  it('are all read: those of jobs and workflows ask for a reading, a ping greets', () => {
    const found = files.map((name) => {
      const told = webhook.read(message(readFileSync(join(RECORDED ?? '', name), 'utf8')));
      return `${told.kind} ${webhook.meaning(told.kind)}`;
    });
    expect(found.toSorted()).toEqual([
      ...Array<string>(3).fill('job-completed reading'),
      'ping greeting',
      ...Array<string>(4).fill('workflow-completed reading'),
    ]);
  });

  it('name pipelines of GitHub, Bitbucket and GitLab, with a branch or a tag, that become rows', () => {
    const rows = files
      .filter((name) => name !== 'ping.json')
      .map((name) => rowsFor(JSON.parse(readFileSync(join(RECORDED ?? '', name), 'utf8'))))
      .map(({ loads, ignored }) => {
        const [row] = loads.find(({ table }) => table === 'CicdPipeline')?.rows ?? [];
        return [
          ignored,
          row?.['repository'],
          row?.['branch'],
          row?.['commitUuid'] !== null,
          row?.['repositoryUuid'] !== null,
        ];
      });
    const same = 'circleci-webhook-test';
    expect(rows.map((row) => JSON.stringify(row)).toSorted()).toEqual(
      [
        [[], same, 'main', true, true],
        [[], same, 'main', true, true],
        [[], same, 'main', true, true],
        [[], same, 'main', true, true],
        [[], same, null, true, true],
        [[], `${same}ing`, 'master', true, true],
        [[], `${same}ing`, 'master', true, true],
      ]
        .map((row) => JSON.stringify(row))
        .toSorted(),
    );
  });
});
