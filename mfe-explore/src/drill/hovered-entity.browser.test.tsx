import { decodeRows, type ResultSet } from '@cairn/answer';
import { createFakeHost, FakeHost } from '@cairn/host/fake';
import { Query } from '@cairn/query';
import { TABLE_VIEW } from '@cairn/views';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exploreUnderTest, NOTHING, open } from '../../test/explore-page.tsx';
import { ADA, AUTHOR, foundEntities, META } from '../../test/named-people.ts';
import { QuestionView } from '../question-view.tsx';
import { useHoveredEntity } from './hovered-entity.tsx';

const BOB = '00000000-0000-4000-8000-000000000005';

/** Cells that say names, as tables draw them. */
function Cells({ answer, names }: { answer: ResultSet; names: readonly string[] }): ReactNode {
  const { handlers, cardOf } = useHoveredEntity();
  return (
    <div {...handlers}>
      {names.map((name, row) => (
        <p key={name} data-name-cell="Person.name" data-row={row}>
          {name}
        </p>
      ))}
      {cardOf(answer, Query.parse({ select: ['Commit'] }))}
    </div>
  );
}

/** The name that a request asks for. */
const nameIn = (body: string) => /"IN":\["(\w+)"\]/.exec(body)?.[1] ?? '';

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

  /** Draws cells of names, each with the people who are called so. */
  function draw(found: Readonly<Record<string, readonly string[]>>) {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
      const body = typeof init?.body === 'string' ? init.body : '{}';
      asked.push(body);
      return Promise.resolve(foundEntities(found[nameIn(body)] ?? []));
    });
    const cards: unknown[] = [];
    const renderPart = (name: string, props: object) => {
      cards.push([name, 'uuid' in props ? props.uuid : null]);
      return null;
    };
    const names = Object.keys(found);
    const data = names.map((name) => ({ 'Person.name': name }));
    const answer = decodeRows({ data, columns: [AUTHOR], meta: { ...META, total: names.length } });
    const client = new QueryClient();
    root = createRoot(document.body.appendChild(document.createElement('main')));
    root.render(
      <FakeHost host={createFakeHost({ renderPart })}>
        <QueryClientProvider client={client}>
          <Cells answer={answer} names={names} />
        </QueryClientProvider>
      </FakeHost>,
    );
    const answered = () =>
      client
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.status === 'success').length;
    return { asked, cards, answered };
  }

  it('tells of the one that is called so', async () => {
    const { asked, cards } = draw({ Ada: [ADA] });
    await page.getByText('Ada').hover();
    await expect.poll(() => cards).toContainEqual(['entity/HoverCard', ADA]);
    expect(JSON.parse(asked[0] ?? '')).toMatchObject({
      select: ['Person'],
      filters: [{ target: 'Person', attribute: 'name', comparison: { IN: ['Ada'] } }],
    });
  });

  it('tells of none where several are called so, and then of the next that is one', async () => {
    const { cards, answered } = draw({ Ada: [ADA, BOB], Bob: [BOB] });
    await page.getByText('Ada').hover();
    await expect.poll(answered).toBe(1);
    await page.getByText('Bob').hover();
    await expect.poll(() => cards).toContainEqual(['entity/HoverCard', BOB]);
    expect(cards).not.toContainEqual(['entity/HoverCard', ADA]);
  });
});
