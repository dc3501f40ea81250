import type { Filter } from '@cairn/query';
import { extensionsOf, field, type ValueSlot } from './values.ts';
import { type FieldRef, singular } from './lexicon.ts';
import { isSlip } from './tag-words.ts';

/** Values of a field that contain a text, most frequent first; null when they cannot be asked for now. */
export type LookUp = (field: FieldRef, contains: string) => Promise<readonly string[] | null>;

/** The result for a value: a filter, or a text to search for. */
export interface Resolved {
  readonly filter: Filter | null;
  readonly search: string | null;
  readonly note: string;
  /** Why the question cannot be answered: nothing has this name. */
  readonly unknown?: string;
}

const MOST = 200;
const NAMES_AT_MOST = 20;

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a name; of an address, those of a login in it too. */
const partsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** The values of a field that a text names: the very same ones, else those below the folder, else whole words in them. */
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
    const asked = partsOf(wanted);
    const whole = values.filter((value) => {
      const parts = partsOf(folded(value));
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

/** The folders that a text names, without those below them. */
function rootsOf(text: string, folders: readonly string[]): string[] {
  const { length } = text.replace(/^\.\/|\/+$/g, '');
  return [...new Set(folders.map((folder) => folder.slice(0, length)))];
}

function asFilter(slot: ValueSlot, { target, attribute }: FieldRef, values: readonly string[]): Filter {
  if (slot.negated) return { target, attribute, comparison: { 'NOT IN': [...values] } };
  // Everything below a folder begins with its path; a list of folders would be cut.
  if (attribute === 'directory' && !values.includes('/'))
    return {
      target,
      attribute: 'path',
      comparison: { 'STARTS WITH': rootsOf(slot.text, values).map((folder) => `${folder}/`) },
    };
  return { target, attribute, comparison: { IN: [...values] } };
}

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

const NAMES = new Set(['name', 'fullName', 'email']);

/** What is asked for to find a value: the text, else its singular, else the longest word of a name. */
function needles(text: string, { attribute }: FieldRef): string[] {
  const longest = partsOf(text).toSorted((one, other) => other.length - one.length)[0] ?? text;
  const one = singular(text.toLowerCase());
  return [...new Set([text, one, ...(NAMES.has(attribute) ? [longest] : [])])];
}

/** The values of a field that a text names, asking until there are some; null when nothing could be asked. */
async function valuesOf(field: FieldRef, text: string, lookUp: LookUp): Promise<readonly string[] | null> {
  for (const needle of needles(text, field)) {
    const known = await lookUp(field, needle);
    if (known === null) return null;
    const found = matching(field, text, known);
    if (found.length > 0) return found;
  }
  return [];
}
/** Names that are a slip of the keys away from a text. */
async function similarNames({ fields, text }: ValueSlot, lookUp: LookUp): Promise<readonly string[]> {
  const asked = partsOf(folded(text));
  const named = fields.filter(({ attribute }) => NAMES.has(attribute) && attribute !== 'email');
  const known = await Promise.all(
    named.flatMap((field) =>
      asked.filter((word) => word.length > 3).map((word) => lookUp(field, word.slice(0, 3))),
    ),
  );
  const isMeant = (value: string) =>
    partsOf(folded(value)).some((part) => asked.some((word) => isSlip(word, part)));
  return [...new Set(known.flatMap((values) => values ?? []))].filter(isMeant).slice(0, 3);
}

async function unknownValue(slot: ValueSlot, lookUp: LookUp): Promise<Resolved> {
  const nothing = slot.noun === 'value' ? 'Nothing' : `No ${slot.noun}`;
  const similar = await similarNames(slot, lookUp);
  const meant = similar.length > 0 ? ` Did you mean ${similar.map((name) => `“${name}”`).join(' or ')}?` : '';
  const note = `${nothing} is called “${slot.text}”`;
  if (slot.negated && meant === '') {
    const nobody = `Nothing is called “${slot.text}”, so nothing is left out for it.`;
    return { filter: null, search: null, note: nobody };
  }
  return { filter: null, search: null, note, unknown: `${note}.${meant}` };
}

/**
 * Finds out what a value is by asking for the values there are. What is asked for as text is searched for, and so is
 * what cannot be looked up; a name that nothing has is no text, and the question is refused for it.
 */
export async function resolveValue(slot: ValueSlot, lookUp: LookUp | null): Promise<Resolved> {
  const guessed = guess(slot);
  if (guessed && (!lookUp || guessed.filter?.attribute === 'extension')) return guessed;
  const searched = { filter: null, search: slot.text, note: `“${slot.text}” is searched for as text.` };
  if (!lookUp || slot.fields.length === 0) return searched;
  const wanted = slot.text.replace(/^\.\/|\/+$/g, '');
  for (const each of slot.fields) {
    const found = await valuesOf(each, wanted, lookUp);
    if (found === null) return searched;
    if (found.length > 0) {
      if (slot.negated && found.length >= MOST)
        return {
          filter: null,
          search: null,
          note: '',
          unknown: `“${slot.text}” has too many folders to leave out.`,
        };
      const values = found.slice(0, MOST);
      return { filter: asFilter(slot, each, values), search: null, note: sentence(slot, each, values) };
    }
  }
  return unknownValue(slot, lookUp);
}
