import type {
  Attribute,
  AttributeType,
  Integration,
  Kind,
  Relation,
  RelationAttribute,
  Via,
} from '../attribute.ts';

export const CODE = ['git', 'github', 'gitlab'] as const;
export const FORGE = ['github', 'gitlab'] as const;
export const TRACKER = ['jira', 'github', 'gitlab'] as const;
export const DERIVED = ['derived'] as const;
/** The source of analyses that nothing computes yet. */
export const NOBODY = [] as const;

type Sources = readonly Integration[];

type AttributeOptions = Partial<Omit<Attribute, 'name' | 'type' | 'providedBy' | 'own'>>;

const ORDINARY = 300;

/** Spells out a name; the product's own prefix becomes "derived" (X§3). */
function words(name: string): string {
  const spaced = name.replace(/^cairn/, 'derived').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

function attributeOf(type: AttributeType) {
  return (name: string, providedBy: Sources, options: AttributeOptions = {}): Attribute => ({
    label: words(name),
    priority: ORDINARY,
    ...options,
    name,
    type,
    providedBy,
  });
}

export const text = attributeOf('string');
export const number = attributeOf('number');
export const flag = attributeOf('boolean');
export const moment = attributeOf('datetime');
export const day = attributeOf('date');
export const list = attributeOf('string[]');
export const json = attributeOf('json');

/** A property of a relation, which a column of its edges holds. */
export function property(column: string, attribute: Attribute): RelationAttribute {
  return { ...attribute, column };
}

/** The categories of statuses in the order in which work goes through them. */
export const CATEGORIES: readonly string[] = ['todo', 'inprogress', 'done', 'other'];

/** The three columns of an enumeration: the value shown, the value the source sent, and its category. */
export function enumeration(name: string, from: Sources, options: AttributeOptions = {}): Attribute[] {
  const source = `source${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [
    text(name, from, options),
    text(source, from, {
      priority: 50,
      definition: `The ${words(name).toLowerCase()} as the source sent it.`,
      ...(options.ranks ? { ranks: options.ranks } : {}),
    }),
    text(`${name}Category`, from, {
      priority: 200,
      definition: 'One of todo, inProgress, done, other.',
      ranks: CATEGORIES,
    }),
  ];
}

/** An analysis score, and the sentence that explains it. */
export function explained(...names: string[]): Attribute[] {
  return names.flatMap((name) => [
    number(name, NOBODY, { priority: 250 }),
    text(`${name}Explanation`, NOBODY, { priority: 100 }),
  ]);
}

/** A verbal analysis, and the sentence that explains it. */
export function explainedText(...names: string[]): Attribute[] {
  return names.flatMap((name) => [
    text(name, NOBODY, { priority: 250 }),
    text(`${name}Explanation`, NOBODY, { priority: 100 }),
  ]);
}

/** `Working cycle time`: a label of working time says so, since a working day is not 24 hours. */
const workingLabel = (name: string): string => {
  const plain = words(name).toLowerCase();
  const label = plain.startsWith('derived ')
    ? plain.replace('derived ', 'derived working ')
    : `working ${plain}`;
  return label.charAt(0).toUpperCase() + label.slice(1);
};

/**
 * Defines waiting measures in two clocks: business time under the name, elapsed time as its `clock…` twin.
 * Each states its start, its end, and whose calendar its business time uses.
 */
export function bothClocks(
  definitions: Readonly<Record<string, string>>,
  whose: string,
  from: Sources,
): Attribute[] {
  return Object.entries(definitions).flatMap(([name, definition]) => {
    const clock = name.replace(/^(cairn)?(.)/, (_, cairn: string | undefined, first: string) =>
      cairn ? `cairnClock${first}` : `clock${first.toUpperCase()}`,
    );
    return [
      number(name, from, {
        unit: 'businesssecond',
        label: workingLabel(name),
        definition: `${definition} Working time of ${whose}.`,
      }),
      number(clock, from, {
        unit: 'second',
        ...(clock === 'clockCycleTime' ? { priority: 520 } : {}),
        definition: `${definition} Elapsed time.`,
      }),
    ];
  });
}

/** The reason why a row lacks a measure. It can be grouped by, so that missing values can be counted. */
export function reason(measure: string, says: string): Attribute {
  const name = `no${measure.charAt(0).toUpperCase()}${measure.slice(1)}Reason`;
  const label = `Why there is no ${words(measure).toLowerCase()}`;
  return text(name, DERIVED, { label, priority: 150, definition: `${says} Empty where there is one.` });
}

interface RelationOptions {
  /** The kind of the target, when the relation's name is a role. */
  readonly target?: string;
  readonly label?: string;
  readonly aliases?: readonly string[];
  readonly properties?: readonly RelationAttribute[];
}

interface DatedOptions extends RelationOptions {
  /** The moment for which it is asked unless the query says another; `now` by default. */
  readonly asOf?: 'now' | 'event';
}

function relationOf(
  name: string,
  from: Sources,
  many: boolean,
  via: Via,
  options: RelationOptions,
): Relation {
  return {
    name,
    target: options.target ?? name,
    label: options.label ?? words(name),
    many,
    via,
    providedBy: from,
    ...(options.aliases ? { aliases: options.aliases } : {}),
    ...(options.properties ? { properties: options.properties } : {}),
  };
}

/** A dated relation to many by the relation table, from this kind; its edges hold since and until. */
export function outWhile(
  name: string,
  relation: string,
  from: Sources,
  { asOf: dated = 'now', ...options }: DatedOptions = {},
): Relation {
  return relationOf(name, from, true, { kind: 'edge', relation, direction: 'out', dated }, options);
}

/** A dated relation to many by the relation table, to this kind; its edges hold since and until. */
export function intoWhile(
  name: string,
  relation: string,
  from: Sources,
  { asOf: dated = 'now', ...options }: DatedOptions = {},
): Relation {
  return relationOf(name, from, true, { kind: 'edge', relation, direction: 'in', dated }, options);
}

/** A relation to one entity, by a uuid column of this row. */
export function link(name: string, column: string, from: Sources, options: RelationOptions = {}): Relation {
  return relationOf(name, from, false, { kind: 'link', column }, options);
}

/** A relation to the entities whose uuid column names this row. */
export function inverse(
  name: string,
  column: string,
  from: Sources,
  options: RelationOptions = {},
): Relation {
  return relationOf(name, from, true, { kind: 'inverse', column }, options);
}

/** The events of an entity, by the column of an event that names it. */
export function events(column: string, from: Sources): Relation {
  return inverse('Event', column, from, { label: 'Events' });
}

/** A relation to many by the relation table, from this kind. */
export function out(name: string, relation: string, from: Sources, options: RelationOptions = {}): Relation {
  return relationOf(name, from, true, { kind: 'edge', relation, direction: 'out' }, options);
}

/** A relation to many by the relation table, to this kind. */
export function into(name: string, relation: string, from: Sources, options: RelationOptions = {}): Relation {
  return relationOf(name, from, true, { kind: 'edge', relation, direction: 'in' }, options);
}

type KindOptions = Omit<Kind, 'attributes' | 'relations' | 'timeAttribute'> & {
  readonly timeAttribute?: string;
  readonly from: Sources;
  /** The sources that know when an entity was created and updated. */
  readonly dated?: Sources;
  readonly attributes: readonly Attribute[];
  readonly relations: readonly Relation[];
  /** Definitions of common attributes that need one for this kind. */
  readonly meanings?: Readonly<Record<string, string>>;
};

function common(from: Sources, dated: Sources): Attribute[] {
  return [
    text('uuid', from, { label: 'Id', priority: 10, aliases: ['entityUuid'] }),
    text('name', from, { priority: 900 }),
    text('integration', from, { priority: 400 }),
    text('externalId', from, { priority: 10, definition: 'What the source calls it.' }),
    text('sourceUrl', from, { label: 'Source link', priority: 350 }),
    moment('createdAt', dated, { priority: 450 }),
    moment('updatedAt', dated, { priority: 420 }),
    moment('firstObservedAt', from, { priority: 20, definition: 'When it was first read from the source.' }),
    moment('observedAt', from, { priority: 20, definition: 'When it was last read from the source.' }),
    flag('deleted', from, { priority: 20, definition: 'No longer in the source; queries leave it out.' }),
  ];
}

/** Defines a kind: the common attributes of every entity, then its own. */
export function defineKind(options: KindOptions): Kind {
  const { from, dated = from, attributes, meanings = {}, timeAttribute = 'createdAt', ...rest } = options;
  const own = new Set(attributes.map((attribute) => attribute.name));
  const all = [...common(from, dated).filter((attribute) => !own.has(attribute.name)), ...attributes];
  return {
    ...rest,
    timeAttribute,
    attributes: all.map((attribute) => {
      const definition = meanings[attribute.name];
      return definition ? { ...attribute, definition } : attribute;
    }),
  };
}
