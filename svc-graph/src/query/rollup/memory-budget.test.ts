import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Shelf } from './memory-budget.ts';
import type { Place } from './memory-budget.ts';

const [acme, other] = [{ org: 'acme' }, { org: 'other' }];

/** A shelf, and the names of what was told to go, in that order. */
function shelfOf(limits: { bytes: number; most: number; allBytes: number }) {
  const shelf = new Shelf(limits);
  const told: string[] = [];
  const take = async (owner: object, name: string, bytes: number): Promise<Place> => {
    const place: Place = await shelf.take(owner, bytes, () => {
      told.push(name);
      queueMicrotask(() => shelf.left(place));
    });
    return place;
  };
  return { shelf, told, take };
}

describe('room for rollups', () => {
  it('is made by the least used of an org that has too much', async () => {
    const { shelf, told, take } = shelfOf({ bytes: 100, most: 24, allBytes: 1_000 });
    await take(other, 'theirs', 100);
    const first = await take(acme, 'first', 40);
    await take(acme, 'second', 40);
    shelf.use(first);
    await take(acme, 'third', 60);
    expect(told).toEqual(['second']);
  });

  it('is made by the least used of all orgs where they have too much together', async () => {
    const { shelf, told, take } = shelfOf({ bytes: 100, most: 24, allBytes: 150 });
    await take(other, 'theirs', 80);
    await take(acme, 'ours', 60);
    await take(acme, 'more of ours', 30);
    expect(told).toEqual(['theirs']);
    expect(shelf.used).toBe(90);
  });

  it('is not made for what would never fit', () => {
    const { shelf } = shelfOf({ bytes: 100, most: 24, allBytes: 150 });
    expect(shelf.allows(100)).toBe(true);
    expect(shelf.allows(101)).toBe(false);
  });

  it('ends with the number that an org may have', async () => {
    const { told, take } = shelfOf({ bytes: 100, most: 2, allBytes: 150 });
    for (const name of ['a', 'b', 'c']) await take(acme, name, 1);
    expect(told).toEqual(['a']);
  });

  it('waits until what goes has left', async () => {
    const shelf = new Shelf({ bytes: 100, most: 24, allBytes: 100 });
    const old = await shelf.take(acme, 80, () => undefined);
    let taken = false;
    const waiting = shelf.take(other, 50, () => undefined).then(() => (taken = true));
    await new Promise(setImmediate);
    expect([old.gone, taken, shelf.used]).toEqual([true, false, 130]);
    shelf.left(old);
    await waiting;
    expect(shelf.used).toBe(50);
  });

  it('tells what proves larger than it may be to go', async () => {
    const { shelf, told, take } = shelfOf({ bytes: 100, most: 24, allBytes: 150 });
    const place = await take(acme, 'ours', 10);
    shelf.resize(place, 101);
    expect(told).toEqual(['ours']);
  });

  it('is never more than its bounds for one org and for all, whatever is taken, used and resized', async () => {
    const step = record({
      owner: constantFrom(...Array.from({ length: 6 }, (_, index) => ({ org: index }))),
      bytes: integer({ min: 1, max: 100 }),
      does: constantFrom('take', 'use', 'resize', 'leave'),
    });
    await assert(
      asyncProperty(array(step, { maxLength: 60 }), async (steps) => {
        const bounds = { bytes: 100, most: 5, allBytes: 240 };
        const { shelf, take } = shelfOf(bounds);
        const places: Place[] = [];
        for (const { owner, bytes, does } of steps) {
          const known = places.find((place) => place.owner === owner && !place.gone);
          if (does === 'take' || !known) places.push(await take(owner, 'one', bytes));
          else if (does === 'use') shelf.use(known);
          else if (does === 'leave') shelf.leave(known);
          else shelf.resize(known, bytes);
          await Promise.resolve();
          const there = places.filter(({ gone }) => !gone);
          const own = there.filter((place) => place.owner === owner);
          const sum = own.reduce((all, place) => all + place.bytes, 0);
          expect(sum).toBeLessThanOrEqual(bounds.bytes);
          expect(own.length).toBeLessThanOrEqual(bounds.most);
          expect(shelf.used).toBeLessThanOrEqual(bounds.allBytes);
          expect(shelf.used).toBe(there.reduce((all, place) => all + place.bytes, 0));
        }
      }),
    );
  });
});
