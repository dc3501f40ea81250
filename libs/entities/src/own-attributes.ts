import type { Attribute, AttributeType, Integration, Kind, Unit } from './attribute.ts';

/** An attribute that the sources of one org bring beyond the catalogue, such as a custom field of its tracker. */
export interface OwnAttribute {
  readonly kind: string;
  /** As `ownName` makes it. */
  readonly name: string;
  /** What the org calls it. */
  readonly label: string;
  readonly type: Exclude<AttributeType, 'json'>;
  readonly unit?: Unit;
  readonly integration: Integration;
  /** What the source calls it, e.g. `customfield_10042`. */
  readonly externalId: string;
  readonly definition?: string;
}

/** Names of own attributes begin with this, and no name of the catalogue does. */
export const OWN_PREFIX = 'custom';
/** What they are made of, so that a name of an org is as safe in a statement as one of the catalogue. */
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

/** A name for what an org calls so; engines do not tell capitals apart, so neither do names. */
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

/** The kinds as an org has them: each with the attributes that are its own. */
export function extendKinds(kinds: readonly Kind[], own: readonly OwnAttribute[]): readonly Kind[] {
  if (own.length === 0) return kinds;
  return kinds.map((kind) => {
    const added = own.filter((attribute) => attribute.kind === kind.name);
    return added.length === 0
      ? kind
      : { ...kind, attributes: [...kind.attributes, ...added.map(attributeOf)] };
  });
}
