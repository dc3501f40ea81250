import type { Durations, Role, WorkingCalendar } from '@cairn/contracts';
import { createFakeHost } from '@cairn/host/fake';
import type { Toast } from '@cairn/host';
import axe from 'axe-core';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawSettings } from '../../test/settings-page.tsx';

const STANDARD: WorkingCalendar = {
  zone: 'UTC',
  days: [1, 2, 3, 4, 5],
  opens: 540,
  closes: 1_020,
  holidays: [],
};
const TEAM = '11111111-1111-4111-8111-111111111111';
const ADA = '22222222-2222-4222-8222-222222222222';

type Body = { owner?: string; calendar?: WorkingCalendar | null; select?: string[] };
let root: Root;
let kept: Map<string, WorkingCalendar>;
let set: Body[];
let fails: boolean;
let waits: Promise<void> | undefined;
let durations: Durations;

/** The routes of calendars and the names of their owners, on one org in memory. */
async function answer(path: string, body: Body): Promise<Response> {
  if (path.endsWith('/working-calendars/list')) {
    const data = [...kept].map(([owner, calendar]) => ({ owner, calendar }));
    return Response.json({ data, standard: STANDARD, durations });
  }
  if (path.endsWith('/working-calendars/set')) {
    set.push(body);
    await waits;
    const error = { code: 'unavailable', message: 'Try again in a moment.' };
    if (fails) return Response.json({ error }, { status: 503 });
    if (body.calendar) kept.set(body.owner ?? '', body.calendar);
    else kept.delete(body.owner ?? '');
    return Response.json({ data: body });
  }
  const kind = body.select?.[0] ?? '';
  const [uuid, name] = kind === 'Team' ? [TEAM, 'Night shift'] : [ADA, 'Ada'];
  const row = { [`${kind}.uuid`]: uuid, [`${kind}.name`]: name };
  const meta = {
    limit: 50,
    total: 1,
    truncated: false,
    timezone: 'UTC',
    start: null,
    end: null,
    dataVersion: 1,
  };
  return Response.json({ data: [row], columns: [], meta });
}

function draw(role: Role = 'admin', scheme: 'light' | 'dark' = 'light') {
  const host = createFakeHost({ org: { ...createFakeHost().org, role } });
  root = drawSettings('working-calendars', { host, scheme });
  return host;
}

beforeEach(() => {
  kept = new Map();
  set = [];
  fails = false;
  durations = 'current';
  waits = undefined;
  vi.stubGlobal('fetch', (path: string, init: { body?: string }) =>
    answer(path, JSON.parse(init.body ?? '{}') as Body),
  );
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const lastToast = (host: ReturnType<typeof draw>) =>
  host.calls.filter(([name]) => name === 'toast').at(-1)?.[1] as Toast | undefined;
const findings = async () => {
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
};

describe('the working calendar of the org', () => {
  it('is the standard one until an admin sets another, which can be undone', async () => {
    const host = draw();
    await expect.element(page.getByText('Monday to Friday, 9:00 am–5:00 pm, UTC')).toBeVisible();
    await expect.element(page.getByText('The standard calendar, because none is set.')).toBeVisible();
    await button('Edit the calendar of Acme').click();
    await page.getByRole('checkbox', { name: 'Friday' }).click();
    await page.getByLabelText('The day ends').fill('15:30');
    await page
      .getByRole('textbox', { name: 'Holidays' })
      .or(page.getByLabelText('Holidays').first())
      .first()
      .fill('2026-12-25');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Dec 25, 2026')).toBeVisible();
    await button('Save calendar').click();
    await expect.element(page.getByText('Monday to Thursday, 9:00 am–3:30 pm, UTC, 1 holiday')).toBeVisible();
    const calendar = { zone: 'UTC', days: [1, 2, 3, 4], opens: 540, closes: 930, holidays: ['2026-12-25'] };
    expect(set).toEqual([{ owner: 'org', calendar }]);
    expect(lastToast(host)).toMatchObject({ kind: 'undo', message: 'Saved the calendar of Acme' });
    lastToast(host)?.onUndo?.();
    await expect.element(page.getByText('The standard calendar, because none is set.')).toBeVisible();
    expect(set.at(-1)).toEqual({ owner: 'org', calendar: null });
  });

  it('says what is wrong beside the field, and asks nothing until it is right', async () => {
    draw();
    await button('Edit the calendar of Acme').click();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await page.getByRole('checkbox', { name: day }).click();
    const ends = page.getByLabelText('The day ends');
    await ends.fill('08:00');
    await button('Save calendar').click();
    await expect.element(page.getByText('Choose at least one day.')).toBeVisible();
    await expect.element(page.getByText('The day must end after it begins.')).toBeVisible();
    await expect.element(ends).toHaveAttribute('aria-invalid', 'true');
    expect(set).toEqual([]);
    expect(await findings()).toEqual([]);
    await page.getByRole('checkbox', { name: 'Sunday' }).click();
    await ends.fill('00:00');
    await button('Save calendar').click();
    await expect.element(page.getByText('Sunday, 9:00 am–12:00 am, UTC')).toBeVisible();
  });

  it('is kept at once, and says that durations are worked out anew until they are', async () => {
    draw();
    await button('Edit the calendar of Acme').click();
    durations = 'workingOut';
    await button('Save calendar').click();
    const progress = page.getByRole('progressbar', { name: 'Working out business durations anew' });
    await expect.element(progress).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(await findings()).toEqual([]);
    durations = 'current';
    await expect.element(progress).not.toBeInTheDocument();
  });

  it('says so when durations could not be worked out anew', async () => {
    durations = 'failed';
    draw();
    await expect.element(page.getByText(/could not be worked out anew/)).toBeVisible();
    await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
    expect(await findings()).toEqual([]);
  });

  it('tells that it is not saved when the window was closed before', async () => {
    fails = true;
    const host = draw();
    let answered: () => void = () => undefined;
    waits = new Promise((resolve) => (answered = resolve));
    await button('Edit the calendar of Acme').click();
    await button('Save calendar').click();
    await button('Cancel').click();
    answered();
    const message = 'The calendar of Acme is not saved. Try again in a moment.';
    await expect.poll(() => lastToast(host)).toEqual({ kind: 'error', message });
  });

  it('keeps what was written when it cannot be saved', async () => {
    fails = true;
    draw();
    await button('Edit the calendar of Acme').click();
    await page.getByLabelText('The day begins').fill('07:00');
    await button('Save calendar').click();
    await expect.element(page.getByText('The calendar is not saved. Try again in a moment.')).toBeVisible();
    await expect.element(page.getByLabelText('The day begins')).toHaveValue('07:00');
  });

  it('can be set by keyboard alone', async () => {
    draw();
    await expect.element(button('Edit the calendar of Acme')).toBeVisible();
    (button('Edit the calendar of Acme').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    (page.getByRole('checkbox', { name: 'Friday' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    (page.getByLabelText('The day begins').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Monday to Thursday, 9:00 am–5:00 pm, UTC')).toBeVisible();
    await expect.element(button('Edit the calendar of Acme')).toHaveFocus();
  });
});

describe('the calendars of teams and people', () => {
  it('are added for whoever is found by name, and taken away again', async () => {
    draw();
    await expect.element(page.getByText('Everybody follows the organization')).toBeVisible();
    await button('Add calendar').click();
    await button('Save calendar').click();
    await expect.element(page.getByText('Choose whose calendar it is.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Team' }).fill('nig');
    await page.getByRole('option', { name: 'Night shift' }).click();
    await page.getByLabelText('The day begins').fill('00:00');
    await button('Save calendar').click();
    await expect.element(page.getByText('Monday to Friday, 12:00 am–5:00 pm, UTC')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Night shift' })).toBeVisible();
    await button('Remove the calendar of Night shift').click();
    await button('Remove calendar').click();
    await expect.element(page.getByText('Everybody follows the organization')).toBeVisible();
    expect(set.map(({ owner, calendar }) => [owner, calendar?.opens])).toEqual([
      [TEAM, 0],
      [TEAM, undefined],
    ]);
  });
});

describe('to whoever is no admin', () => {
  it.each(['viewer', 'user'] as const)('calendars are only read by a %s', async (role) => {
    kept.set(ADA, { ...STANDARD, zone: null });
    draw(role);
    await expect
      .element(page.getByText('Monday to Friday, 9:00 am–5:00 pm, each person’s own zone'))
      .toBeVisible();
    await expect.element(page.getByText('Admins can change them.', { exact: false })).toBeVisible();
    for (const name of [/^Edit/, /^Remove/, /^Add/])
      expect(page.getByRole('button', { name }).elements()).toHaveLength(0);
  });
});

it.each(['light', 'dark'] as const)('axe finds nothing in the %s theme', async (scheme) => {
  kept.set(TEAM, STANDARD);
  draw('admin', scheme);
  await expect.element(page.getByRole('link', { name: 'Night shift' })).toBeVisible();
  expect(await findings()).toEqual([]);
});
