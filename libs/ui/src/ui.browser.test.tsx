import type {} from '@vitest/browser-playwright';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { ReactNode } from 'react';
import { Button, DataTable, DateRangePicker, Dialog, Menu, Select, UiProvider } from './index.ts';

let root: Root;
const draw = (node: ReactNode) => root.render(<UiProvider colorScheme="light">{node}</UiProvider>);

beforeEach(() => {
  const frame = document.body.appendChild(document.createElement('main'));
  root = createRoot(frame);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

describe('menu', () => {
  it('opens with the keyboard, moves with arrows, runs with Enter and gives focus back', async () => {
    const done: string[] = [];
    draw(
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => done.push('rename')}>Rename</Menu.Item>
          <Menu.Item onClick={() => done.push('delete')}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>,
    );
    await expect.element(page.getByRole('button', { name: 'More' })).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByRole('button', { name: 'More' })).toHaveFocus();
    expect(done).toEqual(['delete']);
  });
});

describe('dialog', () => {
  it('closes with Escape', async () => {
    let closed = 0;
    draw(
      <Dialog open title="Save board" onClose={() => (closed += 1)}>
        <Button>Save</Button>
      </Dialog>,
    );
    await expect.element(page.getByRole('dialog', { name: 'Save board' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(closed).toBe(1);
  });
});

describe('select', () => {
  it('that is searched is passed with Tab, however fast, and its options go', async () => {
    draw(
      <Dialog open title="Add card" onClose={() => undefined}>
        {['Entity', 'Tags'].map((name) => (
          <Select key={name} aria-label={name} searchable data={['Commit', 'Release']} />
        ))}
        <Button>Blank card</Button>
        <Button>Text card</Button>
      </Dialog>,
    );
    const [text, tags] = [
      page.getByRole('button', { name: 'Text card' }),
      page.getByRole('combobox', { name: 'Tags' }),
    ];
    await expect.element(tags).toBeVisible();
    for (let times = 0; times < 4; times += 1) {
      tags.element().focus();
      await userEvent.keyboard('{Tab}{Tab}');
      await expect
        .poll(() => [...document.querySelectorAll('[role=option]')].some((each) => each.checkVisibility()))
        .toBe(false);
      await expect.element(text).toHaveFocus();
    }
  });
});

describe('date range picker', () => {
  it.each([
    [undefined, 'Mo'],
    [7, 'Su'],
    [6, 'Sa'],
  ])('begins the weeks of its calendar with the day it is told (%s)', async (firstDay, name) => {
    draw(
      <DateRangePicker
        label="Period"
        value={null}
        onChange={() => undefined}
        {...(firstDay === undefined ? {} : { firstDay })}
      />,
    );
    await page.getByRole('button', { name: /^Period/ }).click();
    await expect.poll(() => document.querySelector('[role=dialog] thead th')?.textContent).toBe(name);
  });

  it('is no wider than a phone, with its calendar', async () => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(390, 844);
    try {
      draw(<DateRangePicker label="Period" value={null} onChange={() => undefined} />);
      await page.getByRole('button', { name: /^Period/ }).click();
      await expect.poll(() => document.querySelector('[role=dialog] thead th')).not.toBeNull();
      const box = () => document.querySelector('[role=dialog]')?.getBoundingClientRect();
      await expect.poll(() => box()?.right).toBeLessThanOrEqual(390);
      expect(box()?.left).toBeGreaterThanOrEqual(0);
    } finally {
      await page.viewport(innerWidth, innerHeight);
    }
  });
});

describe('data table', () => {
  const rows = Array.from({ length: 400 }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));

  it('moves with the keyboard through virtual rows and opens with Enter', async () => {
    const opened: string[] = [];
    draw(
      <div style={{ height: 300 }}>
        <DataTable
          label="Rows"
          rows={rows}
          rowId={(row) => row.id}
          columns={[{ id: 'name', header: 'Name', cell: (row) => row.name }]}
          onOpen={(row) => opened.push(row.id)}
        />
      </div>,
    );
    await page.getByText('Row 0', { exact: true }).click();
    await userEvent.keyboard('{ArrowDown}{Enter}{End}');
    await expect.element(page.getByText('Row 399', { exact: true })).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toBe('Row 399');
    await userEvent.keyboard('{Enter}');
    expect(opened).toEqual(['r0', 'r1', 'r399']);
    expect(document.querySelectorAll('[role=row]').length).toBeLessThan(60);
  });

  it('scrolls inside when it is too wide, by keyboard too, and fades where there is more', async () => {
    const column = (id: string) => ({ id, header: id, width: 200, cell: () => id });
    draw(
      <div style={{ width: 500, height: 300 }}>
        <DataTable
          label="Rows"
          rows={rows.slice(0, 3)}
          rowId={(row) => row.id}
          columns={['When', 'Who', 'Where'].map(column)}
        />
      </div>,
    );
    const grid = page.getByRole('grid', { name: 'Rows' });
    await expect.element(grid).toBeVisible();
    const frame = document.querySelector('[role=grid]')?.parentElement?.parentElement as HTMLElement;
    const shown = () => ['left', 'right'].filter((side) => frame.hasAttribute(`data-more-${side}`));
    await expect.poll(shown).toEqual(['right']);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    (frame.querySelector('[role=row][tabindex="0"]') as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toContain('left');
    for (let press = 0; press < 4; press += 1) await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toEqual(['left']);
    const [head, cell] = ['columnheader', 'gridcell'].map(
      (role) => [...frame.querySelectorAll(`[role=${role}]`)][2]?.getBoundingClientRect().left,
    );
    expect(head).toBe(cell);
  });
});

it('the menu of a row stays at the edge of a table that is too wide', async () => {
  const column = (id: string) => ({ id, header: id, width: 200, cell: () => id });
  draw(
    <div style={{ width: 300, height: 300 }}>
      <DataTable
        label="Rows"
        rows={[{ id: 'a' }]}
        rowId={(row) => row.id}
        rowName={(row) => row.id}
        columns={['When', 'Who', 'Where'].map(column)}
        rowMenu={() => <Menu.Item>Delete</Menu.Item>}
      />
    </div>,
  );
  const menu = page.getByRole('button', { name: 'Actions for a' });
  await expect.element(menu).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Rows' }).element();
  const room = grid.parentElement?.getBoundingClientRect();
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(room?.right ?? 0);
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
});

describe('without motion', () => {
  const prefer = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });

  it('changes at once, so a new theme does not pass from level to level', async () => {
    await prefer('reduce');
    draw(<Button>More</Button>);
    const button = page.getByRole('button', { name: 'More' });
    await expect.element(button).toBeVisible();
    for (const element of [button.element(), document.body]) {
      expect(getComputedStyle(element).transitionProperty).toBe('none');
      expect(getComputedStyle(element).transitionDuration).toBe('0s');
    }
    await prefer('no-preference');
  });
});
