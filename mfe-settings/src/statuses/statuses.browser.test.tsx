import type { ProjectStatuses, Role } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Toast } from '@cairn/host';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const PROJECT = { uuid: '11111111-1111-4111-8111-111111111111', name: 'Cairn' };
const FROM_HISTORY: ProjectStatuses = {
  project: PROJECT,
  decided: false,
  statuses: [
    { name: 'To Do', category: 'todo', issues: 3 },
    { name: 'In QA', category: 'todo', issues: 1 },
    { name: 'Done', category: 'done', issues: 9 },
  ],
};

type Body = { projectUuid?: string; statuses?: { name: string; category: 'todo' }[] | null };
let root: Root;
let kept: ProjectStatuses[];
let set: Body[];
let fails: boolean;

function answer(path: string, body: Body): Response {
  if (path.endsWith('/statuses/list')) {
    const error = { code: 'unavailable', message: 'Try again in a moment.' };
    return fails ? Response.json({ error }, { status: 503 }) : Response.json({ data: kept });
  }
  set.push(body);
  kept = body.statuses
    ? [{ project: PROJECT, decided: true, statuses: body.statuses.map((each) => ({ ...each, issues: 1 })) }]
    : [FROM_HISTORY];
  return Response.json({ data: { projectUuid: PROJECT.uuid } });
}

function draw(role: Role = 'admin') {
  const host = createFakeHost({ org: { ...createFakeHost().org, role } });
  root = drawSettings('statuses', { host });
  return host;
}

beforeEach(() => {
  [kept, set, fails] = [[FROM_HISTORY], [], false];
  vi.stubGlobal('fetch', async (path: string, init: { body?: string }) =>
    answer(path, JSON.parse(init.body ?? '{}') as Body),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const list = page.getByRole('list', { name: 'Statuses of Cairn' });
const names = () =>
  list
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent?.replace(/\d.*/, '').trim());
const lastToast = (host: ReturnType<typeof draw>) =>
  host.calls.filter(([name]) => name === 'toast').at(-1)?.[1] as Toast | undefined;

describe('the statuses of projects', () => {
  it('stand in the order of their history, until an admin moves one, which can be undone', async () => {
    const host = draw();
    await expect.element(page.getByText('From the history of its issues')).toBeVisible();
    expect(names()).toEqual(['To Do', 'In QA', 'Done']);
    await expect.element(page.getByRole('button', { name: 'Move To Do up' })).toBeDisabled();
    await page.getByRole('button', { name: 'Move In QA up' }).click();
    await expect.poll(names).toEqual(['In QA', 'To Do', 'Done']);
    expect(set.at(-1)).toMatchObject({ projectUuid: PROJECT.uuid, statuses: [{ name: 'In QA' }, {}, {}] });
    await expect.poll(() => lastToast(host)?.message).toBe('Changed the statuses of Cairn');
    lastToast(host)?.onUndo?.();
    await expect.poll(names).toEqual(['To Do', 'In QA', 'Done']);
    expect(set.at(-1)?.statuses).toBeNull();
  });

  it('mean what an admin chooses, and follow the history again when asked', async () => {
    draw();
    await page.getByLabelText('Category of In QA').first().click();
    await page.getByRole('option', { name: 'In progress' }).click();
    await expect.poll(() => set.at(-1)?.statuses?.[1]).toEqual({ name: 'In QA', category: 'inProgress' });
    await page.getByRole('button', { name: 'Follow the history' }).click();
    await expect.poll(() => set.at(-1)?.statuses).toBeNull();
  });

  it('are read by who may not change them', async () => {
    draw('user');
    await expect.element(list.getByText('To do', { exact: true }).first()).toBeVisible();
    expect(page.getByRole('button', { name: /Move/ }).elements()).toEqual([]);
  });

  it('say that there are none, and why nothing can be read', async () => {
    kept = [];
    draw();
    await expect.element(page.getByText('No statuses yet')).toBeVisible();
    root.unmount();
    fails = true;
    draw();
    await expect.element(page.getByText('The statuses cannot be read')).toBeVisible();
  });

  it('have no fault that axe finds', async () => {
    draw();
    await expect.element(list).toBeVisible();
    await expect.element(page.getByLabelText('Category of Done').first()).toBeVisible();
    const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
    const { violations } = await axe.run(document.body, { rules });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
