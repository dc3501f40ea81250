import type { OpenTab } from '@cairn/contracts/open-tabs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTabs } from './merge-tabs.ts';

const tab = (id: string, part: Partial<OpenTab> = {}): OpenTab => ({
  id,
  current_title: id,
  current_url: `/acme/boards/${id}`,
  ...part,
});
const list = (ids: string) => [...ids].map((id) => tab(id));
const idsOf = (tabs: readonly OpenTab[]) => tabs.map(({ id }) => id).join('');
const merged = (before: string, mine: string, theirs: string, inUse = '') =>
  idsOf(mergeTabs(list(before), list(mine), list(theirs), new Set(inUse)));

describe('tabs of two devices', () => {
  it('hold what either opened, and lack what either closed', () => {
    expect(merged('ab', 'abc', 'abd')).toBe('abdc');
    expect(merged('abc', 'bc', 'ab')).toBe('b');
    expect(merged('', 'a', 'b')).toBe('ba');
  });

  it('keep what is in use here, though the other device closed it', () => {
    expect(merged('ab', 'ab', 'b', 'a')).toBe('ba');
    expect(merged('ab', 'ab', 'b')).toBe('b');
  });

  it('come in the order of the device that moved them', () => {
    expect(merged('abc', 'abc', 'cab')).toBe('cab');
    expect(merged('abc', 'bca', 'abcd')).toBe('bcad');
  });

  it('show what they were led to, by this device where both led them on', () => {
    const moved = (url: string) => tab('a', { current_url: url });
    const url = (mine: OpenTab, theirs: OpenTab, inUse: string[] = []) =>
      mergeTabs([tab('a')], [mine], [theirs], new Set(inUse))[0]?.current_url;
    expect(url(moved('/acme/x'), tab('a'))).toBe('/acme/x');
    expect(url(tab('a'), moved('/acme/y'))).toBe('/acme/y');
    expect(url(moved('/acme/x'), moved('/acme/y'))).toBe('/acme/x');
    expect(url(tab('a'), moved('/acme/y'), ['a'])).toBe('/acme/boards/a');
  });

  it('are alike on both once each has taken in the other, and lose nothing that nobody closed', () => {
    const some = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 });
    const property = fc.property(some, some, some, (before, mine, theirs) => {
      const here = mergeTabs(list(before.join('')), list(mine.join('')), list(theirs.join('')));
      const there = mergeTabs(list(theirs.join('')), list(theirs.join('')), here);
      expect(idsOf(there)).toBe(idsOf(here));
      const closed = before.filter((id) => !mine.includes(id) || !theirs.includes(id));
      const wanted = new Set([...mine, ...theirs].filter((id) => !closed.includes(id)));
      expect(new Set(here.map(({ id }) => id))).toEqual(wanted);
      expect(here).toHaveLength(wanted.size);
    });
    fc.assert(property);
  });
});
