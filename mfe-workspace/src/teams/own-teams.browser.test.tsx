import type { OwnTeam } from '@cairn/contracts/teams';
import { createFakeHost } from '@cairn/host/fake';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, clearPage, drawAt, FakeOrg } from '../../test/workspace-under-test.tsx';

const CORE = '00000000-0000-5000-8000-000000000001';
const META = { limit: 1, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };

/** An org without a source that names teams. */
class OrgOfTeams extends FakeOrg {
  teams: OwnTeam[] = [];
  override answer(path: string, body: Record<string, unknown>) {
    const known = super.answer(path, body);
    if (known.status !== 404 && !path.includes('/teams/') && !path.endsWith('group-bys')) return known;
    const ok = (data: unknown) => ({ status: 200, body: { data } });
    const failure = [...this.failures].find(([end]) => path.endsWith(end));
    if (failure) return failure[1];
    if (path.endsWith('/teams/list')) return ok(this.teams);
    if (path.endsWith('/teams/save')) return ok({ uuid: CORE });
    if (path.endsWith('/teams/remove')) {
      this.teams = [];
      return ok({ uuid: CORE });
    }
    if (path.endsWith('/teams/restore')) return ok({ uuid: CORE });
    if (path.endsWith('/entity-search') || path.endsWith('/search-entities')) return this.#found(body);
    if (path.endsWith('/entities') || path.endsWith('/group-bys'))
      return { status: 200, body: { data: [], columns: [], meta: { ...META, total: 0 } } };
    if (path.endsWith('/entity-detail'))
      return ok({ uuid: CORE, labels: ['Team'], name: 'Core', properties: {}, own: [], relations: [] });
    return known;
  }
  #found({ kind }: Record<string, unknown>) {
    const names: Record<string, string> = {
      Person: 'Ada',
      Repository: 'shop',
      Project: 'APP',
      Team: 'Platform',
    };
    const name = names[String(kind)] ?? '';
    const found = { uuid: `id of ${name}`, kind, name, hint: null };
    return { status: 200, body: { data: [found], counts: [], meta: {} } };
  }
}

let org: OrgOfTeams;
beforeEach(() => {
  org = new OrgOfTeams();
});
afterEach(() => clearPage());
const button = (name: string) => page.getByRole('button', { name, exact: true });
const saved = () => org.asked.findLast(({ path }) => path.endsWith('/teams/save'))?.body;

describe('teams that an admin makes', () => {
  it('have members with roles and dates, and repositories; a refusal keeps what was typed', async () => {
    drawAt('/acme/teams', org);
    await button('New team').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' Core ');
    await page.getByRole('textbox', { name: 'Add a person' }).fill('ad');
    await button('Add Ada').click();
    await page.getByLabelText('Role of Ada').selectOptions('lead');
    await page.getByLabelText('Ada since').fill('2026-01-05');
    await page.getByRole('textbox', { name: 'Add a repository' }).fill('sh');
    await button('Add shop').click();
    await page.getByRole('textbox', { name: 'Add a project' }).fill('ap');
    await button('Add APP').click();
    await page.getByRole('textbox', { name: 'Choose a team' }).fill('pl');
    await button('Add Platform').click();
    expect(await axeFindings()).toEqual([]);
    const refusal = { error: { code: 'conflict', message: 'Another team is called Core.' } };
    org.failures.set('/teams/save', { status: 409, body: refusal });
    await button('Save team').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Another team is called Core.');
    org.failures.clear();
    await button('Save team').click();
    await expect.element(page.getByTestId('address')).toHaveTextContent(`/acme/teams/${CORE}`);
    expect(saved()).toEqual({
      name: 'Core',
      description: '',
      members: [{ person: 'id of Ada', role: 'lead', since: '2026-01-05', until: null }],
      repositories: ['id of shop'],
      projects: ['id of APP'],
      parent: 'id of Platform',
    });
  });

  it('are changed and removed on their page, with a way back', async () => {
    org.teams = [
      {
        uuid: CORE,
        name: 'Core',
        description: 'Ours',
        members: [],
        repositories: [],
        projects: [],
        parent: null,
      },
    ];
    const host = drawAt(`/acme/teams/${CORE}`, org);
    await button('Edit team').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Platform');
    await button('Save team').click();
    await expect.poll(() => saved()).toMatchObject({ uuid: CORE, name: 'Platform', description: 'Ours' });
    await button('Remove team').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove team' }).click();
    await expect.poll(() => host.calls.some(([name]) => name === 'toast')).toBe(true);
    const [, toast] = host.calls.find(([name]) => name === 'toast') ?? [];
    expect(toast).toMatchObject({ kind: 'undo', message: 'Removed Core' });
    (toast as { onUndo: () => void }).onUndo();
    const restored = () => org.asked.findLast(({ path }) => path.endsWith('/teams/restore'))?.body;
    await expect.poll(restored).toEqual({ uuid: CORE });
  });

  it('are made by admins alone, and the teams of sources are not theirs to change', async () => {
    const { org: acme } = createFakeHost();
    drawAt('/acme/teams', org, { org: { ...acme, role: 'user' } });
    await expect.element(page.getByText('Teams appear here')).toBeVisible();
    expect(button('New team').query()).toBeNull();
    clearPage();
    drawAt(`/acme/teams/${CORE}`, org);
    await expect.element(page.getByRole('heading', { name: 'Core' })).toBeVisible();
    expect(button('Edit team').query()).toBeNull();
  });
});
