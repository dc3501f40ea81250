import { ownValue } from './own-value.ts';
import type { Catalogue, Kind } from '@cairn/entities';
import {
  ATTRIBUTE_SYNONYMS,
  CONDITIONS,
  type ConditionPhrase,
  KIND_SYNONYMS,
  PAIRS,
  ROLE_SYNONYMS,
} from './synonyms.ts';

export interface FieldRef {
  readonly target: string;
  readonly attribute: string;
}

/** The meaning of a phrase. */
export type Concept =
  | { readonly is: 'kind'; readonly kind: string; readonly role?: { kind: string; relation: string } }
  | { readonly is: 'attribute'; readonly fields: readonly FieldRef[] }
  /** Several numbers requested as one: all are measured. */
  | { readonly is: 'pair'; readonly fields: readonly FieldRef[] };

export interface Lexicon {
  readonly catalogue: Catalogue;
  /** Maps phrases of singular words to concepts. */
  readonly phrases: ReadonlyMap<string, Concept>;
  /** The number of words in the longest phrase. */
  readonly longest: number;
  readonly conditions: readonly (Omit<ConditionPhrase, 'field'> & { readonly field: FieldRef })[];
}

/** Words too common to mean an attribute by themselves. */
const BARE = new Set(
  (
    'id,name,body,number,base,head,age,date,comment,reference,result,change,changed file,file modified,' +
    'file changed,integration,deleted,duration,commit,action'
  ).split(','),
);
const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  persons: 'person',
  branches: 'branch',
  indices: 'index',
  classes: 'class',
};
const NEVER_PLURAL = /(?:ss|us|is|'s)$|^(?:this|has|was|as|does|its)$/;

/** The singular of a word: `repositories` → `repository`; also for misspellings such as `repositorys`. */
export function singular(word: string): string {
  const known = ownValue(IRREGULAR, word);
  if (known) return known;
  if (word.length < 4 && word !== 'prs' && word !== 'mrs') return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !NEVER_PLURAL.test(word)) return word.slice(0, -1);
  return word;
}

/** The words of a phrase, each in the singular. */
export function singularOf(phrase: string): string {
  return phrase
    .toLowerCase()
    .split(/[\s-]+/)
    .map(singular)
    .join(' ');
}

const spaced = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

function fieldOf(text: string): FieldRef {
  const [target = '', attribute = ''] = text.split('.');
  return { target, attribute };
}

function addAttribute(phrases: Map<string, Concept>, phrase: string, field: FieldRef): void {
  const known = phrases.get(phrase);
  if (known && known.is !== 'attribute') return;
  const fields = [...(known?.fields ?? []), field];
  phrases.set(phrase, { is: 'attribute', fields });
}

function addKind(phrases: Map<string, Concept>, kind: Kind): void {
  const names = [kind.label, kind.plural, spaced(kind.name), ...(KIND_SYNONYMS[kind.name] ?? [])];
  for (const name of names) phrases.set(singularOf(name), { is: 'kind', kind: kind.name });
}

function addAttributes(phrases: Map<string, Concept>, kind: Kind): void {
  for (const { name, label, providedBy } of kind.attributes) {
    if (providedBy.length === 0) continue;
    const field = { target: kind.name, attribute: name };
    const synonyms = ATTRIBUTE_SYNONYMS[`${kind.name}.${name}`] ?? [];
    const own = [label.replace(/ \(.*\)$/, ''), spaced(name)]
      .map(singularOf)
      .filter((phrase) => !BARE.has(phrase) && !phrase.startsWith('number of '));
    for (const phrase of new Set([...own, ...synonyms.map(singularOf)])) addAttribute(phrases, phrase, field);
    addAttribute(phrases, singularOf(`${kind.label} ${label}`), field);
  }
}

/**
 * Everything that a question may name, from the catalogue and the synonym tables; kinds precede attributes.
 */
export function createLexicon(catalogue: Catalogue): Lexicon {
  const phrases = new Map<string, Concept>();
  for (const [name, role] of Object.entries(ROLE_SYNONYMS)) {
    const target = catalogue.relation(role.kind, role.relation)?.target;
    if (target) phrases.set(singularOf(name), { is: 'kind', kind: target, role });
  }
  for (const kind of catalogue.kinds) addKind(phrases, kind);
  for (const kind of catalogue.kinds) addAttributes(phrases, kind);
  for (const [phrase, fields] of Object.entries(PAIRS)) {
    phrases.set(phrase, { is: 'pair', fields: fields.map(fieldOf) });
  }
  const longest = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
  const conditions = CONDITIONS.map((condition) => ({
    ...condition,
    field: fieldOf(condition.field),
  })).filter(({ field }) => catalogue.attribute(field.target, field.attribute));
  return { catalogue, phrases, longest, conditions };
}
