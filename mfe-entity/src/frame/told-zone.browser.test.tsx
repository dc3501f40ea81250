import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeGraph } from '../../test/fake-graph.ts';
import { FramedEntity } from '../../test/framed-entity.tsx';
import { plainEntity } from '../../test/plain-entity.ts';
import { clear, show, violations } from '../../test/show.tsx';

const ANN = '00000000-0000-4000-8000-000000000004';
const DAY = {
  ...plainEntity('Flow'),
  name: 'Ann, Nov 20, 2026',
  properties: {
    Date: '2026-11-20',
    timezone: 'Asia/Tokyo',
    dayStart: '2026-11-20T00:00:00.000Z',
    dayEnd: '2026-11-20T08:30:00.000Z',
  },
  relations: [
    {
      name: 'Person',
      label: 'Person',
      target: 'Person',
      total: 1,
      items: [{ uuid: ANN, kind: 'Person', name: 'Ann' }],
    },
  ],
};

/** Opens the day, whose reader is in Berlin, and returns the zones of the questions that are drawn. */
function openDay(timezone?: string): string[] {
  const zones: string[] = [];
  const properties = { ...DAY.properties, ...(timezone && { timezone }) };
  vi.stubGlobal('fetch', createFakeGraph({ entities: [{ ...DAY, properties }], events: {}, files: {} }));
  show(<FramedEntity uuid={DAY.uuid} />, {
    host: {
      renderPart: (_, props) => {
        if ('query' in props) zones.push(String(props.query.timezone));
        return null;
      },
    },
  });
  return zones;
}

beforeEach(() => page.viewport(1200, 800));
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

describe('the zone of a day', () => {
  it('is that of its person for header and map, and that of the reader by choice', async () => {
    const zones = openDay();
    await expect.element(page.getByText('Times in Asia/Tokyo, where Ann is')).toBeVisible();
    await expect.element(page.getByText('Nov 20, 2026, 9:00 am')).toBeVisible();
    await expect.element(page.getByText('5:30 pm')).toBeVisible();
    await vi.waitFor(() => expect(zones.at(-1)).toBe('Asia/Tokyo'));
    expect(await violations()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Show in Europe/Berlin' }));
    await expect.element(page.getByText('Times in Europe/Berlin', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Nov 20, 2026, 1:00 am')).toBeVisible();
    await vi.waitFor(() => expect(zones.at(-1)).toBe('Europe/Berlin'));
    await userEvent.click(page.getByRole('button', { name: 'Show in Asia/Tokyo, where Ann is' }));
    await expect.element(page.getByText('Nov 20, 2026, 9:00 am')).toBeVisible();
  });

  it.each([
    ['the same', 'Europe/Berlin'],
    ['none that there is', 'No/Where'],
  ])('is that of the reader, without a choice, where that of the person is %s', async (_, zone) => {
    openDay(zone);
    await expect.element(page.getByText('Times in Europe/Berlin', { exact: true })).toBeVisible();
    expect(page.getByRole('button', { name: /^Show in/ }).elements()).toEqual([]);
  });
});
