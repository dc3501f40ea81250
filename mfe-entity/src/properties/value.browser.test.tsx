import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../test/show.tsx';
import type { Property } from './group-properties.ts';
import { Value } from './value.tsx';

const property = (value: unknown, more: Partial<Property> = {}): Property => {
  return { kind: 'Issue', name: 'title', label: 'Title', priority: 500, value, ...more };
};
const shown = (value: unknown, more: Partial<Property> = {}) => {
  show(<Value property={property(value, more)} />);
  return expect.element(page.getByRole('main'));
};
const UUID = '00000000-0000-4000-8000-000000000001';

afterEach(clear);

describe('the value of a property', () => {
  it.each([null, undefined, ''])('is N/A where it is missing: %o', async (value) => {
    await shown(value).toHaveTextContent('N/A');
  });

  it('is the reason where one is known', async () => {
    await shown(null, { missing: 'Not merged yet' }).toHaveTextContent('Not merged yet.');
  });

  it.each([
    ['a duration', 'reviewTime', 10_800, '3h'],
    ['yes or no', 'merged', true, 'Yes'],
    ['a moment in the zone of the reader', 'closedAt', '2026-11-18T09:30:00.000Z', 'Nov 18, 2026, 10:30 am'],
    ['a text with braces that is no JSON, to be copied', 'payload', '{a: 1', '{a: 1'],
  ])('is shown as %s', async (_, name, value, text) => {
    await shown(value, { name }).toHaveTextContent(text);
  });

  it.each([
    ['a text', '{"state":{"name":"open"},"ids":[1,2]}'],
    ['an object', { state: { name: 'open' }, ids: [1, 2] }],
  ])('that is JSON is shown as data, to be copied: %s', async (_, value) => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    show(<Value property={property(value, { name: 'payload', label: 'Payload' })} />);
    await expect.element(page.getByRole('term').filter({ hasText: 'name' })).toBeVisible();
    await expect.element(page.getByText('open')).toBeVisible();
    await page.getByRole('button', { name: 'Copy payload' }).click();
    expect(JSON.parse(copied[0] ?? '')).toEqual({ state: { name: 'open' }, ids: [1, 2] });
    vi.restoreAllMocks();
  });

  it('is a link where it is an address or another entity', async () => {
    show(<Value property={property('https://example.com/a')} />);
    await expect.element(page.getByRole('link')).toHaveAttribute('href', 'https://example.com/a');
    clear();
    show(<Value property={property({ uuid: UUID, name: 'Ada Lovelace' })} />);
    await expect
      .element(page.getByRole('link', { name: 'Ada Lovelace' }))
      .toHaveAttribute('href', `/acme/entity/${UUID}`);
  });

  it('is told without the letters that an address encodes, but for those that nobody sees', async () => {
    await shown('https://example.com/a%20b/%C3%BC').toHaveTextContent('example.com/a b/ü');
    clear();
    await shown('https://example.com/build%20%237').toHaveTextContent('example.com/build #7');
    await expect.element(page.getByRole('link')).toHaveAttribute('href', 'https://example.com/build%20%237');
    clear();
    await shown('https://example.com/%E2%80%AEcba').toHaveTextContent('example.com/%E2%80%AEcba');
    clear();
    await shown('https://example.com/100%').toHaveTextContent('example.com/100%');
  });

  it('is no link where an address would run', async () => {
    await shown('javascript:alert(1)').toHaveTextContent('javascript:alert(1)');
    expect(page.getByRole('link').query()).toBeNull();
  });

  it('of a list is two tags and how many more, which unfold', async () => {
    show(<Value property={property(['one', 'two', 'three', 'four'], { name: 'labels' })} />);
    await expect.element(page.getByText('two')).toBeVisible();
    expect(page.getByText('three').query()).toBeNull();
    await page.getByRole('button', { name: '+2 more' }).click();
    await expect.element(page.getByText('four')).toBeVisible();
  });

  it('of several people has a comma after each but the last', async () => {
    const people = ['Ada', 'Grace', 'Linus'].map((name, at) => ({ uuid: `${UUID.slice(0, -1)}${at}`, name }));
    show(<Value property={property(people, { name: 'reviewers', kind: 'PullRequest' })} />);
    await expect.element(page.getByRole('main')).toHaveTextContent('Ada,Grace+1 more');
    await page.getByRole('button', { name: '+1 more' }).click();
    await expect.element(page.getByRole('main')).toHaveTextContent('Ada,Grace,Linusshow fewer');
  });
});
