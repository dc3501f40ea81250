import type { Attribute, AttributeType, Integration, Kind, Unit } from './attribute.ts';

/** An attribute that the sources of one org bring beyond the common catalogue, such as a custom field. */
export interface OwnAttribute {
  readonly kind: string;
  /** Made by `ownName`. */
  readonly name: string;
  /** The org's name for it. */
  readonly label: string;
  readonly type: Exclude<AttributeType, 'json'>;
  readonly unit?: Unit;
  readonly integration: Integration;
  /** The source's name for it, e.g. `customfield_10042`. */
  readonly externalId: string;
  readonly definition?: string;
}

/** The prefix of own attributes, which no name of the common catalogue has. */
export const OWN_PREFIX = 'custom';
/** The form of own names, which makes them as safe in a statement as names of the catalogue. */
export const OWN_NAME = /^custom[A-Z0-9][A-Za-z0-9]{0,59}$/;
const LONGEST = 56;
const PRIORITY = 520;

function words(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[A-Za-z0-9]+/g);
  return (plain ?? []).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/**
 * Makes the name of an own attribute from its label. Names are unique without case, because engines ignore
 * it.
 */
export function ownName(label: string, taken: readonly string[]): string {
  const name = OWN_PREFIX + (words(label).slice(0, LONGEST - OWN_PREFIX.length) || 'Field');
  const others = new Set(taken.map((each) => each.toLowerCase()));
  if (!others.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name}${number}`;
    if (!others.has(numbered.toLowerCase())) return numbered;
  }
}

function attributeOf({
  name,
  label,
  type,
  unit,
  integration,
  externalId,
  definition,
}: OwnAttribute): Attribute {
  return {
    name,
    label,
    type,
    ...(unit ? { unit } : {}),
    providedBy: [integration],
    priority: PRIORITY,
    definition: definition ?? `A field of this org's own (${externalId}).`,
    own: true,
  };
}

/** The kinds of an org: the common kinds with the org's own attributes. */
export function extendKinds(kinds: readonly Kind[], own: readonly OwnAttribute[]): readonly Kind[] {
  if (own.length === 0) return kinds;
  return kinds.map((kind) => {
    const added = own.filter((attribute) => attribute.kind === kind.name);
    return added.length === 0
      ? kind
      : { ...kind, attributes: [...kind.attributes, ...added.map(attributeOf)] };
  });
}
