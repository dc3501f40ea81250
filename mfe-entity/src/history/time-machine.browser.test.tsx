import { createFakeHost, FakeHost } from '@cairn/host/fake';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { COMMIT, ENTITIES, ORG } from '../../test/entities.ts';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { show } from '../../test/show.tsx';
import { clearStory, eventAt } from '../../test/story-page.tsx';
import { App } from '../app.tsx';

afterEach(clearStory);

const CHANGES = [0, 60, 120].map((minutes) =>
  eventAt(minutes, {
    delta: { status: { before: 'To Do', after: 'Done' } },
    description: `Ada moved it at ${minutes}`,
  }),
);
const host = createFakeHost({ timezone: 'UTC' });

/** The pages with the history of a browser; its Back is a button. */
function Browsed(): ReactNode {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <FakeHost host={{ ...host, navigate: (to, options) => void navigate(to, options) }}>
      <button onClick={() => void navigate(-1)}>Back</button>
      <output aria-label="address">{search}</output>
      <App />
    </FakeHost>
  );
}

const MACHINE = '?t=history&history=machine';
function openAt(search: string) {
  vi.stubGlobal(
    'fetch',
    vi.fn(createFakeGraph({ entities: ENTITIES, events: { [COMMIT]: CHANGES }, files: {} })),
  );
  show(
    <MemoryRouter initialEntries={[`/${ORG}/entity/${COMMIT}${search}`]}>
      <Browsed />
    </MemoryRouter>,
  );
}
const asOf = (time: string) => page.getByRole('heading', { name: `As of Nov 18, 2026, ${time}` });
const address = () => page.getByLabelText('address');

describe('the moment of the time machine', () => {
  it('is in the address, and Back leads to the one before', async () => {
    openAt(MACHINE);
    await expect.element(asOf('10:00 am')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Ada moved it at 60/ }));
    await expect.element(asOf('11:00 am')).toBeVisible();
    await expect
      .element(address())
      .toHaveTextContent(`${MACHINE}&moment=${encodeURIComponent('2026-11-18T11:00:00.000Z')}`);
    await userEvent.click(page.getByRole('button', { name: /Ada moved it at 0/ }));
    await expect.element(asOf('12:00 pm')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    await expect.element(asOf('11:00 am')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Back' }));
    await expect.element(asOf('10:00 am')).toBeVisible();
    await expect.element(address()).toHaveTextContent(MACHINE);
  });

  it('is the one that the address names, and the earliest change for none that can be read', async () => {
    openAt(`${MACHINE}&moment=2026-11-18T11:30:00.000Z`);
    await expect.element(asOf('11:30 am')).toBeVisible();
    clearStory();
    openAt(`${MACHINE}&moment=yesterday`);
    await expect.element(asOf('10:00 am')).toBeVisible();
  });
});
