import type { EventField, EventFilter } from '@cairn/contracts/story';
import { z } from 'zod';
import { useAddressed } from '../frame/addressed.ts';

const FIELDS = [
  'action',
  'actor',
  'integration',
  'entityType',
  'eventType',
  'name',
] as const satisfies readonly EventField[];
const Filters = z
  .array(
    z.strictObject({
      field: z.enum(FIELDS),
      mode: z.enum(['include', 'exclude']),
      values: z.array(z.string().max(1_000)).min(1).max(100),
    }),
  )
  .max(FIELDS.length);

/** What a timeline folds and leaves out. */
export interface Switches {
  readonly similar: boolean;
  readonly bots: boolean;
  readonly withoutBots: boolean;
}

/** The words of an address for switches that are not as usual. */
const WORDS = { similar: 'apart', bots: 'unfolded', withoutBots: 'people' } as const;
const USUAL: Switches = { similar: true, bots: true, withoutBots: false };
const NAMES = ['similar', 'bots', 'withoutBots'] as const;

/** The filters that an address names; none where it names what is no filter. */
export function filtersIn(text: string | null): readonly EventFilter[] {
  try {
    return Filters.catch([]).parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The switches that an address names. */
export function switchesIn(text: string | null): Switches {
  const words = (text ?? '').split('.');
  const isSet = (name: (typeof NAMES)[number]) => words.includes(WORDS[name]) !== USUAL[name];
  return { similar: isSet('similar'), bots: isSet('bots'), withoutBots: isSet('withoutBots') };
}

const switchWords = (switches: Switches): string =>
  NAMES.filter((name) => switches[name] !== USUAL[name])
    .map((name) => WORDS[name])
    .join('.');

/** The filters and switches of a timeline, which the address keeps: a reload or a copied link has them too. */
export function useAddressedFilters() {
  const { read, write } = useAddressed();
  const filters = filtersIn(read('events'));
  const switches = switchesIn(read('shown'));
  return {
    filters,
    switches,
    setFilters: (next: readonly EventFilter[]) =>
      write({ events: next.length === 0 ? null : JSON.stringify(next) }),
    setSwitches: (next: Switches) => write({ shown: switchWords(next) || null }),
  };
}
