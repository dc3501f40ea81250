import { BoardState, drawableBoard } from '@cairn/contracts';
import { Button, Dialog } from '@cairn/ui';
import { Hourglass } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { aLink, clearPage, drawAt, FakeOrg } from '../../../test/workspace-under-test.tsx';
import { CardShell } from './card-shell.tsx';
import { CARDS, cardTable, CardTableProvider } from './card-table.ts';
import { defineCard } from './card-type.tsx';

const Countdown = z.strictObject({ kind: z.literal('countdown'), days: z.int().default(7) });
type Countdown = z.infer<typeof Countdown>;

const countdown = defineCard<Countdown>({
  state: Countdown,
  defaultSize: { w: 4, h: 3 },
  minSize: { w: 3, h: 2 },
  offer: {
    label: 'Add Countdown Card',
    hint: 'Days to go',
    icon: Hourglass,
    make: () => ({ kind: 'countdown', days: 7 }),
    opensEditor: true,
  },
  titleOf: ({ days }) => `In ${days} days`,
  Body: ({ card, unlocked, onEdit, onRemove }) => (
    <CardShell
      name={`In ${card.days} days`}
      title="Countdown"
      transparent={false}
      {...{ unlocked, onEdit, onRemove }}
    >
      <p>{card.days} days to go</p>
    </CardShell>
  ),
  Editor: ({ card, onClose, onSave }) => (
    <Dialog open onClose={onClose} title="Edit countdown">
      <Button onClick={() => onSave({ ...card, days: card.days + 1 })}>One day more</Button>
    </Dialog>
  ),
});
const withCountdown = cardTable([...CARDS.types, countdown]);

let org: FakeOrg;
beforeEach(() => {
  org = new FakeOrg();
});
afterEach(() => clearPage());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const draw = (table = withCountdown) =>
  drawAt('/acme/boards/b1', org, {}, 'light', {
    wrap: (app) => <CardTableProvider value={table}>{app}</CardTableProvider>,
  });
const saveBoard = (data: object) => {
  const layout = Object.keys(data).map((i, at) => ({ i, x: 0, y: at * 3, w: 4, h: 3 }));
  org.links = [aLink({ id: 'b1', name: 'Delivery', state: JSON.stringify({ layout, data, extras: {} }) })];
};
const focusCard = async (name: RegExp) => {
  await expect.element(page.getByRole('group', { name })).toBeVisible();
  page.getByRole('group', { name }).element().focus();
};

describe('a type of card that is one definition and one entry of the table', () => {
  it('is offered, drawn, edited, moved, resized to its own limits, saved and read back', async () => {
    saveBoard({});
    draw();
    await button('Unlock').first().click();
    await button('Add card').first().click();
    await page.getByRole('button', { name: /Add Countdown Card/ }).click();
    await button('One day more').click();
    await expect.element(page.getByText('8 days to go')).toBeVisible();
    await focusCard(/^In 8 days/);
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}');
    await expect
      .element(page.getByText(/^Resized In 8 days to column 2, row 1, 3 wide, 3 high$/))
      .toBeInTheDocument();
    await button('Save board').click();
    await expect.poll(() => Object.values(org.board('b1').data)).toEqual([{ kind: 'countdown', days: 8 }]);
    clearPage();
    draw();
    await expect.element(page.getByText('8 days to go')).toBeVisible();
  });

  it('is read with the defaults of its schema', async () => {
    saveBoard({ a: { kind: 'countdown' } });
    draw();
    await expect.element(page.getByText('7 days to go')).toBeVisible();
  });
});

describe('a card of a type that is not in the table', () => {
  beforeEach(() =>
    saveBoard({ a: { kind: 'countdown', days: 3 }, b: { kind: 'markdown', markdown: '# Why' } }),
  );

  it('says so beside the cards that are, and stays as it was over a save', async () => {
    draw(CARDS);
    await expect.element(page.getByText(/This card was saved by another version/)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Why' })).toBeVisible();
    await button('Unlock').click();
    await focusCard(/^Unknown card/);
    await userEvent.keyboard('{ArrowRight}');
    await button('Save board').click();
    await expect.poll(() => org.board('b1').layout.find(({ i }) => i === 'a')?.x).toBe(1);
    expect(org.board('b1').data).toMatchObject({ a: { kind: 'countdown', days: 3 } });
  });

  it('can be removed, and not edited', async () => {
    draw(CARDS);
    await button('Unlock').click();
    await button('Card menu of Unknown card').click();
    await expect.element(page.getByRole('menuitem', { name: 'Remove card' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Edit card' }).elements()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Remove card' }).click();
    await button('Save board').click();
    await expect.poll(() => Object.keys(org.board('b1').data)).toEqual(['b']);
  });
});

describe('a card whose fields are not those of its type', () => {
  const wrong = { kind: 'countdown', days: 'three' };
  beforeEach(() => saveBoard({ a: wrong, b: { kind: 'markdown', markdown: '# Why' } }));

  it('says so in its own frame beside the others, and stays as it was over a save', async () => {
    draw();
    await expect.element(page.getByText(/This card cannot be shown/)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Why' })).toBeVisible();
    await button('Unlock').click();
    await focusCard(/^Unreadable card/);
    await userEvent.keyboard('{ArrowRight}');
    await button('Save board').click();
    await expect.poll(() => org.board('b1').layout.find(({ i }) => i === 'a')?.x).toBe(1);
    expect(org.board('b1').data['a']).toEqual(wrong);
  });

  it('can be removed, and not edited', async () => {
    draw();
    await button('Unlock').click();
    await button('Card menu of Unreadable card').click();
    expect(page.getByRole('menuitem', { name: 'Edit card' }).elements()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Remove card' }).click();
    await button('Save board').click();
    await expect.poll(() => Object.keys(org.board('b1').data)).toEqual(['b']);
  });
});

describe('the state of a board', () => {
  const board = { layout: [], data: { a: { kind: 'countdown', days: 3 } }, extras: {} };
  const broken = { ...board, data: { a: { kind: 'countdown', days: 'three' } } };

  it('is kept by the service with cards of any type, as they are', () => {
    expect(BoardState.parse(broken).data).toEqual(broken.data);
  });

  it('is drawn with cards of any type, as they are where they do not fit the schema of theirs', () => {
    expect(drawableBoard([Countdown]).safeParse(board).success).toBe(true);
    for (const states of [[Countdown], []])
      expect(drawableBoard(states).parse(broken).data).toEqual(broken.data);
  });
});
