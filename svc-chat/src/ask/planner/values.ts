import { ownValue } from './own-value.ts';
import type { TaggedWords } from './tag-words.ts';
import { ACTION_WORDS, FILLERS, LANGUAGES } from './synonyms.ts';
import type { Concept, FieldRef } from './lexicon.ts';
import { type Word, find, replace, spread } from './words.ts';

/** A named value, and the fields that it may belong to, likeliest first. */
export interface ValueSlot {
  readonly text: string;
  readonly fields: readonly FieldRef[];
  /** The word for what is searched when no field has the value. */
  readonly noun: string;
  /** True for everything except this value. */
  readonly negated: boolean;
}

export interface ValueSlots {
  readonly words: readonly Word[];
  readonly values: readonly ValueSlot[];
}

/** A field by its kind and attribute. */
export const field = (target: string, attribute: string): FieldRef => ({ target, attribute });
const PERSON = [field('Person', 'name'), field('Person', 'email')];
const FILE = [
  field('SourceFile', 'directory'),
  field('SourceFile', 'path'),
  field('SourceFile', 'topFolder'),
  field('SourceFile', 'name'),
];
const BY_KIND: Readonly<Record<string, readonly FieldRef[]>> = {
  Person: PERSON,
  Repository: [field('Repository', 'name'), field('Repository', 'fullName')],
  Branch: [field('Branch', 'name')],
  Release: [field('Release', 'name'), field('Release', 'tagName')],
  SourceFile: FILE,
};
const PLACE = [
  ...(BY_KIND['Repository'] ?? []),
  ...FILE,
  ...(BY_KIND['Branch'] ?? []),
  ...(BY_KIND['Release'] ?? []),
];

/** Words that a query cannot filter by; they are reported as not understood. */
const NEVER = [
  'weekday',
  'weekdays',
  'weekend',
  'weekends',
  'morning',
  'mornings',
  'evening',
  'evenings',
  'night',
  'nights',
  'top',
];
/** Words that negate a value: "not by Ada". */
const NOT = '(?:except(?: for)?|excluding|without|ignoring|other than|but not|not|outside(?: of)?|minus|no)';
const notAValue = [...FILLERS, ...NEVER].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
const W = `(?!(?:${notAValue}|${ACTION_WORDS.join('|')})(?: |$))[^ <|']+`;
const V = `(<[qv]\\d+>|${W}(?: ${W}){0,2})`;
const KA = '<([ka])(\\d+)>';
const AT = '(?:in|of|on|for|from|to|by|within|inside|under|at|with|touching|changes to)';

interface Rule {
  readonly pattern: RegExp;
  /** Null when the match is not a value after all. */
  readonly read: (
    match: RegExpMatchArray,
    concepts: readonly Concept[],
  ) => {
    value: string;
    fields: readonly FieldRef[];
    noun: string;
    leaves?: string;
    negated?: boolean;
  } | null;
}

const rule = (pattern: string, read: Rule['read']): Rule => ({ pattern: new RegExp(pattern), read });

function fieldsOf(concept: Concept | undefined): readonly FieldRef[] | null {
  if (concept?.is === 'kind') return BY_KIND[concept.kind] ?? null;
  if (concept?.is !== 'attribute') return null;
  const files = concept.fields.filter(({ target }) => target === 'SourceFile');
  return files.length > 0 ? files : null;
}

const nounOf = (concept: Concept | undefined) =>
  concept?.is === 'kind' ? (concept.kind === 'SourceFile' ? 'file' : concept.kind.toLowerCase()) : 'value';

const namedAfter: Rule['read'] = (m, concepts) => {
  const concept = concepts[Number(m[2])];
  const fields = fieldsOf(concept);
  return fields && { value: m[3] ?? '', fields, noun: nounOf(concept) };
};

const namedBefore: Rule['read'] = (m, concepts) => {
  const concept = concepts[Number(m[3])];
  const fields = fieldsOf(concept);
  const value = m[1] ?? '';
  if (!fields) return null;
  const isLanguage = concept?.is === 'kind' && concept.kind === 'SourceFile' && extensionsOf(value);
  return { value, fields: isLanguage ? [field('SourceFile', 'extension')] : fields, noun: nounOf(concept) };
};

const negated =
  (read: Rule['read']): Rule['read'] =>
  (match, concepts) => {
    const found = read(match, concepts);
    return found && { ...found, negated: true };
  };

const RULES: readonly Rule[] = [
  rule(`${NOT} (?:${AT} )?(?:the )?${KA} (?:named |called )?${V}`, negated(namedAfter)),
  rule(`${NOT} (?:${AT} )?(?:the )?${V} ${KA}`, negated(namedBefore)),
  rule(`${NOT} (?:by )?(?:the )?${V} (?:and|or|nor)(?= (?:<q|${W}))`, (m) => ({
    value: m[1] ?? '',
    fields: m[0].includes(' by ') ? PERSON : [...PERSON, ...PLACE],
    noun: 'value',
    negated: true,
    leaves: m[0].includes(' by ') ? 'not by' : 'not',
  })),
  rule(`${NOT} by (?:the )?${V}`, (m) => ({
    value: m[1] ?? '',
    fields: PERSON,
    noun: 'person',
    negated: true,
  })),
  rule(`${NOT} (?:${AT} )?(?:the )?${V}`, (m) => ({
    value: m[1] ?? '',
    fields: [...PLACE, ...PERSON],
    noun: 'value',
    negated: true,
  })),
  rule(
    `(?:(?:in|of|on|for|from|to|by|within|inside|under|at|with) )?(?:the )?${KA} (?:named |called )?${V}`,
    namedAfter,
  ),
  rule(`(?:in|of|on|for|from|to|by|within|inside|under|at|touching) (?:the )?${V} ${KA}`, namedBefore),
  rule(`${V} 's`, (m) => ({ value: m[1] ?? '', fields: PERSON, noun: 'person' })),
  rule(`by (?:the )?${V} (?:and|or)(?= (?:<q|${W}))`, (m) => ({
    value: m[1] ?? '',
    fields: PERSON,
    noun: 'person',
    leaves: 'by',
  })),
  rule(`(?:(?:made|done|written|authored|pushed|committed) )?by (?:the )?${V}`, (m) => ({
    value: m[1] ?? '',
    fields: PERSON,
    noun: 'person',
  })),
  rule(
    `(?:about|mentioning|mentions?|containing|contains?|matching|regarding|related to|saying|says?|including) (?:the )?(?:word )?${V}`,
    (m) => ({
      value: m[1] ?? '',
      fields: [],
      noun: 'text',
    }),
  ),
  rule(
    `(?:has|have|did|does|do|was|were|is) ${V}(?= (?:${ACTION_WORDS.join('|')}|been|make|do|$|[|<]))`,
    (m) => ({
      value: m[1] ?? '',
      fields: m[1]?.startsWith('<v') ? FILE : PERSON,
      noun: m[1]?.startsWith('<v') ? 'file' : 'person',
    }),
  ),
  rule(`(?:${ACTION_WORDS.join('|')}) (?:to |in |on )?(?:the )?${V}`, (m) => ({
    value: m[1] ?? '',
    fields: FILE,
    noun: 'file',
  })),
  rule(`(?:from|for|of) (?:the )?${V}`, (m) => ({
    value: m[1] ?? '',
    fields: [...PLACE, ...PERSON],
    noun: 'value',
  })),
  rule(`(?:in|on|to|at|under|inside|within|touching|into) (?:the )?${V}`, (m) => ({
    value: m[1] ?? '',
    // Work is done on a branch, in a folder.
    fields: m[0].startsWith('on ') ? [...(BY_KIND['Branch'] ?? []), ...PLACE] : PLACE,
    noun: 'value',
  })),
  rule(`(?<!(?:since|before|after|until|than) )(<v\\d+>)`, (m) => ({
    value: m[1] ?? '',
    fields: [...PLACE, ...PERSON],
    noun: 'value',
  })),
  rule(`(<q\\d+>)`, (m) => ({ value: m[1] ?? '', fields: [], noun: 'text' })),
  rule(`${V} ${KA}`, namedBefore),
];

/** The extensions of a language or a pattern such as `.ts` or `*.ts`; null for anything else. */
export function extensionsOf(text: string): readonly string[] | null {
  const bare = /^\*?\.([a-z0-9]{1,10})$/i.exec(text)?.[1]?.toLowerCase();
  if (bare) return [bare];
  const known = ownValue(LANGUAGES, text.toLowerCase());
  return (
    known ??
    (/^(?:tsx?|jsx?|mjs|cjs|py|rb|rs|go|md|css|html|json|sql|ya?ml|sh|c|h|cpp|cs|java|kt|php|svg|png)$/i.test(
      text,
    )
      ? [text.toLowerCase()]
      : null)
  );
}

function written(
  value: string,
  source: string,
  words: readonly Word[],
  first: number,
  tagged: TaggedWords,
): string {
  const placeholder = /^<[qv](\d+)>$/.exec(value);
  if (placeholder) return tagged.values[Number(placeholder[1])] ?? '';
  const length = value.split(' ').length;
  return source.slice(words[first]?.from ?? 0, words[first + length - 1]?.to ?? 0);
}

/** Reads the named values from the words that the grammar has left. */
export function readValues(source: string, words: readonly Word[], tagged: TaggedWords): ValueSlots {
  const values: ValueSlot[] = [];
  let left = words;
  for (const { pattern, read } of RULES) {
    for (let found = find(left, pattern); found && values.length < 6; found = find(left, pattern)) {
      const slot = read(found.match, tagged.concepts);
      if (!slot) break;
      const parts = found.match[0].split(' ');
      const offset = parts.findIndex((_, at) => parts.slice(at).join(' ').startsWith(slot.value));
      const text = written(slot.value, source, left, found.first + Math.max(offset, 0), tagged);
      values.push({
        text,
        fields: extensionsOf(text) ? [field('SourceFile', 'extension')] : slot.fields,
        noun: slot.noun,
        negated: slot.negated ?? false,
      });
      const kind = /^(?!(?:in|of|on|for|from|to|by|within|inside|under|at|with|touching) ).*(<k\d+>)$/.exec(
        found.match[0],
      )?.[1];
      left = replace(left, found, slot.leaves ?? kind).flatMap(spread);
    }
  }
  return { words: left, values };
}
