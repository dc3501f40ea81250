import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';
import type { Reservation } from './memory-budget.ts';

const [acme, other] = [{ org: 'acme' }, { org: 'other' }];

/** A budget, and the names of what it evicted, in order. */
function budgetOf(limits: { bytes: number; most: number; allBytes: number }) {
  const budget = new MemoryBudget(limits);
  const evictions: string[] = [];
  const take = async (owner: object, name: string, bytes: number): Promise<Reservation> => {
    const reservation: Reservation = await budget.reserve(owner, bytes, () => {
      evictions.push(name);
      queueMicrotask(() => budget.free(reservation));
    });
    return reservation;
  };
  return { budget, evictions, take };
}

describe('the memory budget of rollups', () => {
  it('evicts the least recently used of an org that has too much', async () => {
    const { budget, evictions, take } = budgetOf({ bytes: 100, most: 24, allBytes: 1_000 });
    await take(other, 'theirs', 100);
    const first = await take(acme, 'first', 40);
    await take(acme, 'second', 40);
    budget.touch(first);
    await take(acme, 'third', 60);
    expect(evictions).toEqual(['second']);
  });

  it('evicts the least recently used of all orgs where they have too much together', async () => {
    const { budget, evictions, take } = budgetOf({ bytes: 100, most: 24, allBytes: 150 });
    await take(other, 'theirs', 80);
    await take(acme, 'ours', 60);
    await take(acme, 'more of ours', 30);
    expect(evictions).toEqual(['theirs']);
    expect(budget.used).toBe(90);
  });

  it('allows nothing that would never fit', () => {
    const { budget } = budgetOf({ bytes: 100, most: 24, allBytes: 150 });
    expect(budget.allows(100)).toBe(true);
    expect(budget.allows(101)).toBe(false);
  });

  it('bounds how many an org may have', async () => {
    const { evictions, take } = budgetOf({ bytes: 100, most: 2, allBytes: 150 });
    for (const name of ['a', 'b', 'c']) await take(acme, name, 1);
    expect(evictions).toEqual(['a']);
  });

  it('waits until what it evicted is freed', async () => {
    const budget = new MemoryBudget({ bytes: 100, most: 24, allBytes: 100 });
    const old = await budget.reserve(acme, 80, () => undefined);
    let taken = false;
    const waiting = budget.reserve(other, 50, () => undefined).then(() => (taken = true));
    await new Promise(setImmediate);
    expect([old.evicted, taken, budget.used]).toEqual([true, false, 130]);
    budget.free(old);
    await waiting;
    expect(budget.used).toBe(50);
  });

  it('evicts what proves larger than it may be', async () => {
    const { budget, evictions, take } = budgetOf({ bytes: 100, most: 24, allBytes: 150 });
    const reservation = await take(acme, 'ours', 10);
    budget.resize(reservation, 101);
    expect(evictions).toEqual(['ours']);
  });

  it('is never exceeded for one org or for all, whatever is reserved, touched and resized', async () => {
    const step = record({
      owner: constantFrom(...Array.from({ length: 6 }, (_, index) => ({ org: index }))),
      bytes: integer({ min: 1, max: 100 }),
      does: constantFrom('take', 'use', 'resize', 'leave'),
    });
    await assert(
      asyncProperty(array(step, { maxLength: 60 }), async (steps) => {
        const bounds = { bytes: 100, most: 5, allBytes: 240 };
        const { budget, take } = budgetOf(bounds);
        const reservations: Reservation[] = [];
        for (const { owner, bytes, does } of steps) {
          const known = reservations.find(
            (reservation) => reservation.owner === owner && !reservation.evicted,
          );
          if (does === 'take' || !known) reservations.push(await take(owner, 'one', bytes));
          else if (does === 'use') budget.touch(known);
          else if (does === 'leave') budget.evict(known);
          else budget.resize(known, bytes);
          await Promise.resolve();
          const there = reservations.filter(({ evicted }) => !evicted);
          const own = there.filter((reservation) => reservation.owner === owner);
          const sum = own.reduce((all, reservation) => all + reservation.bytes, 0);
          expect(sum).toBeLessThanOrEqual(bounds.bytes);
          expect(own.length).toBeLessThanOrEqual(bounds.most);
          expect(budget.used).toBeLessThanOrEqual(bounds.allBytes);
          expect(budget.used).toBe(there.reduce((all, reservation) => all + reservation.bytes, 0));
        }
      }),
    );
  });
});
