import { decodeRows, type ResultSet } from '@cairn/answer';
import type { Column } from '@cairn/contracts';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { TABLE_VIEW } from '@cairn/views';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exploreUnderTest, NOTHING, open } from '../../test/explore-page.tsx';
import { QuestionView } from '../question-view.tsx';
import { useHoveredEntity } from './hovered-entity.tsx';

const ADA = '00000000-0000-4000-8000-000000000004';
const META = { limit: 1_000, truncated: false, timezone: 'UTC', start: null, end: null, dataVersion: 1 };
const author: Column = {
  key: 'Person.name',
  label: 'Author',
  type: 'string',
  role: 'group',
  target: 'Person',
  attribute: 'name',
};

/** A cell that says Ada, as tables draw it. */
function Cell({ answer }: { answer: ResultSet }): ReactNode {
  const { handlers, cardOf } = useHoveredEntity();
  return (
    <div {...handlers}>
      <span data-name-cell="Person.name" data-row={0}>
        Ada
      </span>
      {cardOf(answer, Query.parse({ select: ['Commit'] }))}
    </div>
  );
}

describe('a table of entities', () => {
  exploreUnderTest();

  it('tells of the entity that the pointer stays on, until Escape', async () => {
    const query = Query.parse({ select: ['Commit'] });
    const table = <QuestionView {...{ query, view: TABLE_VIEW }} label="Commits" height={300} />;
    open('/acme/home', NOTHING, 'light', table);
    await page.getByText('Fix parser').hover();
    const card = page.getByText('entity/HoverCard');
    await expect.element(card).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(card).not.toBeInTheDocument();
  });
});

describe('a cell that names an entity of another kind', () => {
  let root: Root | undefined;
  afterEach(() => {
    root?.unmount();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  /** Stays on a cell that says Ada, where so many people are called that. */
  async function hover(found: readonly string[]) {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
      asked.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}'));
      const data = found.map((uuid) => ({ uuid }));
      return Promise.resolve(Response.json({ data, columns: [], meta: { ...META, total: found.length } }));
    });
    const cards: unknown[] = [];
    const renderPart = (name: string, props: object) => {
      cards.push([name, 'uuid' in props ? props.uuid : null]);
      return null;
    };
    const answer = decodeRows({
      data: [{ 'Person.name': 'Ada' }],
      columns: [author],
      meta: { ...META, total: 1 },
    });
    root = createRoot(document.body.appendChild(document.createElement('main')));
    root.render(
      <FakeHost host={createFakeHost({ renderPart })}>
        <QueryClientProvider client={new QueryClient()}>
          <Cell answer={answer} />
        </QueryClientProvider>
      </FakeHost>,
    );
    await page.getByText('Ada').hover();
    await expect.poll(() => asked.length).toBe(1);
    return { asked, cards };
  }

  it('tells of the one that is called so', async () => {
    const { asked, cards } = await hover([ADA]);
    await expect.poll(() => cards).toContainEqual(['entity/HoverCard', ADA]);
    expect(asked[0]).toMatchObject({
      select: ['Person'],
      filters: [{ target: 'Person', attribute: 'name', comparison: { IN: ['Ada'] } }],
    });
  });

  it('tells of none where several are called so', async () => {
    const { cards } = await hover([ADA, '00000000-0000-4000-8000-000000000005']);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(cards).toEqual([]);
  });
});
