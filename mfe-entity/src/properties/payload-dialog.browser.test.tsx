import type { EntityPayload } from '@cairn/contracts/source-payloads';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plainEntity } from '../../test/plain-entity.ts';
import { clear, show, violations } from '../../test/show.tsx';
import { SourcesPanel } from './sources-panel.tsx';

const entity = plainEntity('Issue');
const source = (sourceId: string, name: string, type: string) => ({
  sourceId,
  name,
  type,
  externalId: 'I_7',
  firstSeen: '2026-03-01T09:00:00Z',
  lastSeen: '2026-03-02T09:00:00Z',
  deleted: false,
});
const PAYLOAD: EntityPayload = {
  kind: 'issues',
  number: 12,
  receivedAt: '2026-03-02T09:00:00.000Z',
  text: '{\n  "title": "Mend it"\n}',
  isCut: false,
  fields: [
    { field: 'title', label: 'Title', value: 'Mend it', paths: ['title', 'summary'] },
    { field: 'statusCategory', label: 'Category', value: 'todo', paths: [] },
  ],
};

let answer: () => Response;
let asked: unknown[];
beforeEach(() => {
  asked = [];
  answer = () => Response.json({ data: PAYLOAD });
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path.endsWith('/entity-payload')) {
      asked.push(JSON.parse(String(init?.body)));
      return Promise.resolve(answer());
    }
    const sources = [source('s1', 'acme', 'github'), source('s2', 'engine', 'git')];
    return Promise.resolve(
      Response.json({ data: { uuid: entity.uuid, kind: 'Issue', former: [], sources, identities: [] } }),
    );
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const open = (role: 'admin' | 'user' = 'admin') =>
  show(<SourcesPanel entity={entity} />, { host: { org: { ...createFakeHost().org, role } } });
const button = (name: string) => page.getByRole('button', { name: `Show the payload of ${name}` });
const rows = () =>
  [...document.querySelectorAll('[role=dialog] tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );

describe('the payload of an entity', () => {
  it('shows admins each value with its place, and the text as it came', async () => {
    open();
    await button('acme').click();
    await expect.poll(rows).toEqual([
      ['Title', 'Mend it', 'titlesummary'],
      ['Category', 'todo', 'Made by Cairn'],
    ]);
    expect(asked).toEqual([{ id: 's1', uuid: entity.uuid }]);
    expect(page.getByRole('region', { name: 'The payload' }).element().textContent).toBe(PAYLOAD.text);
    await expect.element(page.getByText(/^Payload 12 of issues, received .*2026/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.querySelectorAll('[role=dialog]').length).toBe(0);
  });

  it('is offered to nobody else', async () => {
    open('user');
    await expect.element(page.getByRole('rowheader', { name: 'acme' })).toBeVisible();
    expect(button('acme').elements()).toEqual([]);
  });

  it('says why there is none', async () => {
    answer = () => Response.json({ data: null });
    open();
    await button('engine').click();
    await expect.element(page.getByText(/come from the repository itself/)).toBeVisible();
    expect(asked).toEqual([{ id: 's2', uuid: entity.uuid }]);
  });

  it('says that it could not be read, and asks again', async () => {
    answer = () => Response.json({ error: { code: 'internal', message: 'It fell.' } }, { status: 500 });
    open();
    await button('acme').click();
    await expect.element(page.getByText('The payload could not be read')).toBeVisible();
    answer = () => Response.json({ data: PAYLOAD });
    await page.getByRole('button', { name: /again|Retry/ }).click();
    await expect.poll(rows).toHaveLength(2);
  });
});
