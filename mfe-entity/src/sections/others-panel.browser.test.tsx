import type { EntityDetail } from '@cairn/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { plainEntity } from '../../test/plain-entity.ts';
import { calls, clear, show, violations } from '../../test/show.tsx';
import { groupProperties } from '../properties/group-properties.ts';
import { OthersPanel } from './others-panel.tsx';
import { othersQuery, type OthersSpec, placeAmong } from './others-query.ts';

const REPOSITORY = '00000000-0000-4000-8000-000000000005';
const spec: OthersSpec = {
  within: 'Repository',
  same: 'status',
  ended: 'mergedAt',
  measures: ['leadTimeForChanges', 'additions', 'reviewTime'],
  words: 'merged in the same repository',
};
const item = { uuid: REPOSITORY, kind: 'Repository', name: 'atlas' };
const relations: EntityDetail['relations'] = [
  { name: 'Repository', label: 'Repository', target: 'Repository', total: 1, items: [item] },
];
const measured = {
  mergedAt: '2026-03-31T12:00:00.000Z',
  status: 'Merged',
  leadTimeForChanges: 7_200,
  additions: 400,
  reviewTime: null,
};
const pull = plainEntity('PullRequest', measured, { relations });
const META = {
  limit: 1_000,
  total: 1,
  truncated: false,
  timezone: 'UTC',
  start: null,
  end: null,
  dataVersion: 1,
};

const spread = (name: string, low: number, median: number, high: number, count: number) => ({
  [`p25(PullRequest.${name})`]: low,
  [`median(PullRequest.${name})`]: median,
  [`p75(PullRequest.${name})`]: high,
  [`count(PullRequest.${name})`]: count,
});

function open(row: Record<string, number>, more = {}, entity = pull) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    asked.push(typeof init?.body === 'string' ? init.body : '');
    return Promise.resolve(Response.json({ data: [row], columns: [], meta: { ...META, ...more } }));
  });
  const { properties } = groupProperties(entity);
  return { asked, host: show(<OthersPanel entity={entity} properties={properties} spec={spec} />) };
}

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

describe('an entity beside others of its kind', () => {
  it('is told with the median, the middle half and the number of those that have the measure', async () => {
    const { host } = open({
      ...spread('leadTimeForChanges', 3_600, 10_800, 18_000, 12),
      ...spread('additions', 10, 40, 120, 9),
    });
    await expect.element(page.getByRole('table')).toBeVisible();
    expect(cells()).toEqual([
      ['Lead time for changes', '2h', '3h', '1h – 5h', '12', 'in the middle half'],
      ['Additions', '400 lines', '40 lines', '10 lines – 120 lines', '9', 'above three quarters of them'],
    ]);
    expect(await violations()).toEqual([]);
    await page.getByRole('link', { name: 'Open in Explore' }).click();
    expect(String(calls(host, 'navigate')[0]?.[1])).toContain('/explore?');
  });

  it('is compared with those of the same place and state that ended in the year before it', () => {
    expect(othersQuery(pull, spec, Date.now())?.filters).toEqual([
      { target: 'Repository', attribute: 'uuid', comparison: { IN: [REPOSITORY] } },
      { target: 'PullRequest', attribute: 'uuid', comparison: { 'NOT IN': [pull.uuid] } },
      {
        target: 'PullRequest',
        attribute: 'mergedAt',
        comparison: { WITHIN: ['2025-03-31T12:00:00.000Z', '2026-03-31T12:00:00.000Z'] },
      },
      { target: 'PullRequest', attribute: 'status', comparison: { IN: ['Merged'] } },
    ]);
  });

  it('is compared before now while it is open, and with nothing where it has no place or no measure', () => {
    const now = Date.parse('2026-11-28T00:00:00.000Z');
    const still = plainEntity('PullRequest', { ...measured, mergedAt: null }, { relations });
    expect(JSON.stringify(othersQuery(still, spec, now)?.filters)).toContain('2026-11-28T00:00:00.000Z');
    expect(othersQuery(plainEntity('PullRequest', measured), spec, now)).toBeNull();
    expect(othersQuery(plainEntity('PullRequest', {}, { relations }), spec, now)).toBeNull();
  });

  it('asks for the five most telling measures that it has, as many as a question may hold', () => {
    const measures = [
      'cycleTime',
      'codingTime',
      'pickupTime',
      'reviewTime',
      'additions',
      'deletions',
      'commits',
    ];
    const numbers = Object.fromEntries(measures.map((name, at) => [name, at]));
    const rich = plainEntity('PullRequest', { ...numbers, codingTime: null }, { relations });
    const { aggregations = [] } = othersQuery(rich, { ...spec, measures }, Date.now()) ?? {};
    expect([...new Set(aggregations.map(({ attribute }) => attribute))]).toEqual([
      'cycleTime',
      'pickupTime',
      'reviewTime',
      'additions',
      'deletions',
    ]);
  });

  it('says that too few others are there, or that their figures are withheld', async () => {
    open({ ...spread('leadTimeForChanges', 1, 2, 3, 3), ...spread('additions', 1, 2, 3, 0) });
    await expect.element(page.getByText('There are fewer than 4 others to compare with.')).toBeVisible();
    clear();
    const words = 'This figure is withheld: fewer than 5 other people are in it.';
    open({}, { withheld: { groups: 1, columns: [], words } });
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it.each([
    [2, 'below three quarters of them'],
    [3, 'in the middle half'],
    [5, 'in the middle half'],
    [6, 'above three quarters of them'],
  ])('with %d among a middle half of 3 to 5 stands %s', (value, place) => {
    expect(placeAmong(value, { low: 3, high: 5 })).toBe(place);
  });
});
