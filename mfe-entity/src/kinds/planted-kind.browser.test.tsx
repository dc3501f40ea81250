import type { Command } from '@cairn/host';
import { CATALOGUE } from '@cairn/entities';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ORG } from '../../test/entities.ts';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { PLANTED_PAGE } from '../../test/planted-page.tsx';
import { sampleEntity } from '../../test/sample-entity.ts';
import { calls, clear, type FakeHostCalls, show } from '../../test/show.tsx';
import { App } from '../app.tsx';
import { EntityDrawer } from '../entity-drawer.tsx';
import { kindPageConformance } from './kind-page.conformance.tsx';
import { KIND_PAGES } from './kinds.ts';

const kinds = CATALOGUE.kinds.filter(({ name }) => name === PLANTED_PAGE.kind);
const entities = kinds.map((kind) => sampleEntity(kind, 'full'));
const uuid = entities[0]?.uuid ?? '';
const otherPages = KIND_PAGES.filter(({ kind }) => kind !== PLANTED_PAGE.kind);
/** The single line that adds a kind's page. */
const kindPages = [...otherPages, PLANTED_PAGE];

beforeEach(() => {
  vi.stubGlobal('fetch', createFakeGraph({ entities, events: {}, files: {} }));
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const showPage = (pages = kindPages): FakeHostCalls =>
  show(
    <MemoryRouter initialEntries={[`/${ORG}/entity/${uuid}`]}>
      <App kindPages={pages} />
    </MemoryRouter>,
  );
const showDrawer = (): FakeHostCalls =>
  show(
    <EntityDrawer
      uuid={uuid}
      siblings={[uuid]}
      onMove={() => undefined}
      onTitle={() => undefined}
      kindPages={kindPages}
    />,
  );

describe.each([
  ['a page', showPage],
  ['a drawer', showDrawer],
])('a planted kind page gives %s', (_, open) => {
  it('its header: picture, chip, facts, author and action', async () => {
    open();
    await expect.element(page.getByText('Workday')).toBeVisible();
    await expect.element(page.getByText('from nine to five')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^First Person/ }).first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Go to the next day' })).toBeVisible();
    expect(document.querySelector('[data-planted="picture"]')).not.toBeNull();
  });

  it('its overview: summary, stepper, section, chart, rail and cards', async () => {
    open();
    await expect.element(page.getByText('A quiet day.')).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'Parts of the day' })).toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Messages of the day' })).toBeVisible();
    const rail = page.getByRole('complementary', { name: 'Key attributes' });
    await expect.element(rail.getByRole('link', { name: /^First Person/ })).toBeVisible();
    await expect.element(rail.getByText('12 a day')).toBeVisible();
    expect(page.getByText('Nothing to say').elements()).toEqual([]);
  });
});

it('a tab of the planted page is opened by its label, and by its other parts', async () => {
  showDrawer();
  await userEvent.click(page.getByRole('button', { name: 'Focus time of the day' }));
  await expect.element(page.getByRole('tab', { name: 'Hours' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(page.getByRole('button', { name: 'Every hour of the day' }));
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
});

it('the work lists of the planted page stand under their labels', async () => {
  showDrawer();
  await userEvent.click(page.getByRole('tab', { name: 'Work' }));
  await userEvent.click(page.getByText('By relation'));
  await expect.element(page.getByRole('heading', { name: /^Messages sent/ })).toBeVisible();
});

it('the tab of the address is opened', async () => {
  show(
    <MemoryRouter initialEntries={[`/${ORG}/entity/${uuid}?t=hours`]}>
      <App kindPages={kindPages} />
    </MemoryRouter>,
  );
  await expect.element(page.getByRole('button', { name: 'Every hour of the day' })).toBeVisible();
});

it('a command of the planted page is registered under "This page"', async () => {
  const host = showPage();
  const commands = () => calls(host, 'addCommands').flatMap(([, commands]) => commands) as readonly Command[];
  await expect
    .poll(() => commands().map(({ id, group }) => [id, group]))
    .toContainEqual(['entity.next-day', 'This page']);
  commands()
    .find(({ id }) => id === 'entity.next-day')
    ?.run();
  expect(calls(host, 'navigate')).toEqual([['navigate', `/${ORG}/entity/${uuid}`]]);
});

it('without its line the kind has the generic page', async () => {
  showPage(otherPages);
  await expect.element(page.getByRole('tab', { name: 'History' })).toBeVisible();
  expect(page.getByText('Workday').elements()).toEqual([]);
  expect(page.getByRole('tab', { name: 'Hours' }).elements()).toEqual([]);
});

kindPageConformance(kinds, kindPages);
