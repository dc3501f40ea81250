import { defineView, VIEWS, ViewsProvider, type ViewProps } from '@cairn/views';
import { exploreAddress, Query } from '@cairn/query';
import { List } from 'lucide-react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { asked, exploreUnderTest, NOTHING, open, seen, services } from '../test/explore-page.tsx';
import { App } from './app.tsx';
import { QuestionView } from './question-view.tsx';

exploreUnderTest();

/** A table view from outside Cairn, defined like a folder of libs/views. */
const listing = defineView({
  id: 'listing',
  label: 'Listing',
  icon: List,
  config: z.object({ mark: z.string().catch('*').default('*') }),
  settings: [],
  pages: true,
  columns: true,
  isTabular: true,
  rowsBeneath: 'never',
  Skeleton: () => <p>The listing is on its way</p>,
  fits: () => ({ ok: true, rank: 1 }),
  answers: () => 'entities',
  request: (query) => ({ ...query, page: query.page ?? 1, pageSize: query.pageSize ?? 20 }),
  load: async () => Listing,
});

function Listing({ answer, config, label }: ViewProps<{ mark: string }>): ReactNode {
  return (
    <ul aria-label={label}>
      {Array.from({ length: answer.numRows }, (_, row) => (
        <li key={row}>
          {config.mark} {String(answer.get('Commit.name', row))}
        </li>
      ))}
    </ul>
  );
}

const planted = (node: ReactNode) => <ViewsProvider value={[...VIEWS, listing]}>{node}</ViewsProvider>;
const commits = Query.parse({ select: ['Commit'] });
const listed = (config = {}) =>
  exploreAddress('acme', { query: commits, view: { value: 'listing', config } });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a table that is planted in the list of views', () => {
  it('is offered by the picker, drawn when it is picked, and kept in the address', async () => {
    open(exploreAddress('acme', { query: commits }), NOTHING, 'light', planted(<App />));
    await button('Listing').click();
    await expect.element(page.getByRole('listitem').first()).toHaveTextContent('* Fix parser');
    await expect.element(button('Listing')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => seen.address).toContain('v=');
  });

  it('has the pager and the column selector of its capabilities, and nothing of a chart', async () => {
    services.total = 50;
    open(listed(), NOTHING, 'light', planted(<App />));
    await expect.element(page.getByText('1–20 of 50')).toBeVisible();
    await expect.element(button('Columns')).toBeVisible();
    expect(button('Fullscreen').query()).toBeNull();
    expect(button('Show as a table').query()).toBeNull();
    expect(page.getByRole('grid').query()).toBeNull();
    await button('Next page').click();
    await expect.poll(() => asked.at(-1)?.body).toMatchObject({ page: 2, pageSize: 20 });
  });

  it('shows its own skeleton until the answer is there', async () => {
    let release: () => void = () => undefined;
    services.held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    open(listed(), NOTHING, 'light', planted(<App />));
    await expect.element(page.getByText('The listing is on its way')).toBeVisible();
    release();
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    await expect.element(page.getByText('The listing is on its way')).not.toBeInTheDocument();
  });

  it('is drawn in a card of a board, with its config and its pages', async () => {
    services.total = 50;
    const view = { value: 'listing', config: { mark: '-' } };
    const card = <QuestionView query={commits} view={view} height={300} label="Commits" />;
    open('/', NOTHING, 'light', planted(card));
    await expect.element(page.getByRole('listitem').first()).toHaveTextContent('- Fix parser');
    await expect.element(page.getByText('1–20 of 50')).toBeVisible();
  });

  it('gives way to the automatic view where the list does not have it', async () => {
    open(listed());
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect.element(button('Table')).toHaveAttribute('aria-pressed', 'true');
  });
});
