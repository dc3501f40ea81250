import type { Filter } from '@cairn/query';
import { extensionsOf, field, type ValueSlot } from './values.ts';
import { type FieldRef, singular } from './lexicon.ts';

/** Values of a field that contain a text, most frequent first. */
export type LookUp = (field: FieldRef, contains: string) => Promise<readonly string[]>;

/** The result for a value: a filter, or a text to search for. */
export interface Resolved {
  readonly filter: Filter | null;
  readonly search: string | null;
  readonly note: string;
}

const MOST = 200;
const NAMES_AT_MOST = 20;

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The values of a field that a text names: exact matches, else values below the folder, else whole words in
 * them.
 */
export function matching(
  { attribute }: FieldRef,
  text: string,
  values: readonly string[],
): readonly string[] {
  const wanted = folded(text).replace(/^\.\/|\/+$/g, '');
  const same = values.filter((value) => folded(value) === wanted);
  if (attribute === 'directory') {
    return values.filter((value) => folded(value) === wanted || folded(value).startsWith(`${wanted}/`));
  }
  if (same.length > 0) return same;
  if (attribute === 'path') return values.filter((value) => folded(value).endsWith(`/${wanted}`));
  if (attribute === 'topFolder' || attribute === 'extension') return [];
  if (attribute === 'name' || attribute === 'fullName' || attribute === 'email' || attribute === 'tagName') {
    const asked = wanted.split(/\s+/);
    const whole = values.filter((value) => {
      const parts = folded(value).split(/[^\p{L}\p{N}]+/u);
      return asked.every((word) => parts.includes(word));
    });
    return whole.slice(0, NAMES_AT_MOST);
  }
  return [];
}

function sentence(slot: ValueSlot, { target, attribute }: FieldRef, values: readonly string[]): string {
  const shown = values
    .slice(0, 3)
    .map((value) => `“${value}”`)
    .join(', ');
  const more = values.length > 3 ? ` and ${values.length - 3} more` : '';
  const what =
    attribute === 'directory'
      ? 'folder'
      : target === 'SourceFile'
        ? `file ${attribute}`
        : target.toLowerCase();
  return `“${slot.text}” is the ${what} ${shown}${more}${slot.negated ? ', which is left out' : ''}.`;
}

const asFilter = (slot: ValueSlot, { target, attribute }: FieldRef, values: readonly string[]): Filter => ({
  target,
  attribute,
  comparison: slot.negated ? { 'NOT IN': [...values] } : { IN: [...values] },
});

function guess(slot: ValueSlot): Resolved | null {
  const extensions = extensionsOf(slot.text);
  const path = slot.text.replace(/^\.\/|\/+$/g, '');
  if (extensions && slot.fields.some(({ attribute }) => attribute === 'extension')) {
    const found = field('SourceFile', 'extension');
    return {
      filter: asFilter(slot, found, extensions),
      search: null,
      note: sentence(slot, found, extensions),
    };
  }
  if (!path.includes('/') || !slot.fields.some(({ target }) => target === 'SourceFile')) return null;
  const found = field('SourceFile', /\.[a-z0-9]+$/i.test(path) ? 'path' : 'directory');
  return { filter: asFilter(slot, found, [path]), search: null, note: sentence(slot, found, [path]) };
}

/** Resolves a value by looking up existing ones; without a match it becomes a text search. */
export async function resolveValue(slot: ValueSlot, lookUp: LookUp | null): Promise<Resolved> {
  const guessed = guess(slot);
  if (guessed && (!lookUp || guessed.filter?.attribute === 'extension')) return guessed;
  for (const each of lookUp ? slot.fields : []) {
    const wanted = slot.text.replace(/^\.\/|\/+$/g, '');
    const known = (await lookUp?.(each, wanted)) ?? [];
    const one = singular(wanted.toLowerCase());
    const found = matching(
      each,
      wanted,
      known.length > 0 || one === wanted ? known : ((await lookUp?.(each, one)) ?? []),
    );
    if (found.length > 0) {
      const values = found.slice(0, MOST);
      return { filter: asFilter(slot, each, values), search: null, note: sentence(slot, each, values) };
    }
  }
  if (slot.negated) {
    return {
      filter: null,
      search: null,
      note: `Nothing is called “${slot.text}”, so nothing is left out for it.`,
    };
  }
  const unknown =
    lookUp && slot.fields.length > 0
      ? `${slot.noun === 'value' ? 'Nothing' : `No ${slot.noun}`} is called “${slot.text}”, so it`
      : `“${slot.text}”`;
  return { filter: null, search: slot.text, note: `${unknown} is searched for as text.` };
}
