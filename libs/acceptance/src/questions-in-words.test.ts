import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { AskAnswer } from '@cairn/contracts';
import { silentLog } from '@cairn/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../../svc-chat/src/app.ts';
import { graphValues } from '../../../svc-chat/src/ask/graph-values.ts';
import { providedBy } from '../../../svc-chat/src/ask/provided.ts';
import { QUESTIONS, type Reading, readingOf } from '../test/questions-in-words.ts';
import { makeTrapRepository } from '../test/trap-repository.ts';
import { readGitHistory } from './bench/truth/git-history.ts';
import { type ServedHistory, serveHistory } from './bench/truth/served-history.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-words-'));
let served: ServedHistory;
let server: ReturnType<typeof createAdaptorServer>;
let chat: ReturnType<typeof createApp>;
let git: Reading;

beforeAll(async () => {
  const dir = join(folder, 'repository');
  makeTrapRepository(dir, 1);
  git = readingOf(await readGitHistory(dir));
  served = await serveHistory(dir);
  server = createAdaptorServer({ fetch: served.app.fetch });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { verifier } = served;
  chat = createApp({ verifier, log: silentLog(), values: graphValues(url), provided: providedBy(url) });
});
afterAll(async () => {
  server.close();
  await served.close();
  rmSync(folder, { recursive: true });
});

const Answered = z.object({
  data: AskAnswer.optional(),
  error: z.object({ message: z.string() }).optional(),
});

async function ask(text: string) {
  const body = JSON.stringify({ text, timezone: 'UTC' });
  const init = { method: 'POST', headers: await served.headers(), body };
  const answer = await chat.request(`/api/${served.orgId}/ask/query`, init);
  return Answered.parse(await answer.json());
}

/** What a page shows for an answer: groups with their first measure, one figure, or how many rows there are. */
async function shown({ query }: AskAnswer): Promise<unknown> {
  const { orgId: _, ...rest } = query;
  const isList = rest.groupBys.length === 0 && rest.aggregations.length === 0;
  const { data, columns, meta } = await served.ask(isList ? 'entities' : 'group-bys', rest);
  if (isList) return rest.limit === undefined ? meta.total : Math.min(meta.total ?? 0, rest.limit);
  const measure = columns.find(({ role }) => role === 'measure')?.key ?? '';
  const groups = columns.filter(({ role }) => role === 'group').map(({ key }) => key);
  if (groups.length === 0) return data[0]?.[measure];
  return Object.fromEntries(
    data.map((row) => [groups.map((key) => String(row[key])).join(' · '), row[measure]]),
  );
}

describe('a question in words', () => {
  it('is one of at least 80', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(QUESTIONS.map(([text]) => text)).size).toBe(QUESTIONS.length);
  });

  it.each(QUESTIONS.map(([text, outcome]) => ({ text, outcome })))(
    'is answered as git answers it, or refused with the reason: $text',
    async ({ text, outcome }) => {
      const { data, error } = await ask(text);
      if ('refused' in outcome) {
        expect(data, 'an answer instead of a refusal').toBeUndefined();
        expect(error?.message).toContain(outcome.refused);
        return;
      }
      if (!data) throw new Error(`refused: ${error?.message ?? ''}`);
      expect(data.ignored).toEqual(outcome.ignored ?? []);
      if (outcome.is) expect(await shown(data)).toEqual(outcome.is(git));
    },
  );
});
