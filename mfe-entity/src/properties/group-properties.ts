import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';

/** A property for display. */
export interface Property {
  /** The kind that it belongs to. */
  readonly kind: string;
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly unit?: string;
  readonly priority: number;
  readonly definition?: string;
  /** Why it has no value. */
  readonly missing?: string;
  /** The category of a status, which gives it its colour. */
  readonly category?: string;
}

export interface PropertyGroups {
  readonly properties: readonly Property[];
  readonly dates: readonly Property[];
  readonly analysis: readonly Property[];
  readonly system: readonly Property[];
}

/** From this priority on, an attribute is shown even when missing (E§3). */
const TOP_TIER = 500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function isSystem(name: string, value: unknown): boolean {
  return (
    /^(?:uuid|id|externalId|orgId|observedAt|firstObservedAt|integration|deleted)$|Id$|Uuid$/.test(name) ||
    name.includes('_') ||
    (typeof value === 'string' && UUID.test(value))
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What says again what another attribute says, by that one; of enumerations only a status has a category that means something. */
const TWINS: Readonly<Record<string, string>> = {
  title: 'name',
  releaseName: 'name',
  body: 'description',
  base: 'baseBranch',
  head: 'branch',
  summary: 'name',
  tagName: 'name',
};

const asText = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** True for what another property of the entity says already. */
function isSaidTwice(name: string, properties: EntityDetail['properties']): boolean {
  const value = properties[name];
  if (/^(?:issueType|priority)Category$/.test(name)) return true;
  const source = /^source([A-Z])(\w*)$/.exec(name);
  const status = /^(\w+)Category$/.exec(name)?.[1];
  if (status !== undefined && properties[status] !== undefined) return true;
  if (name === 'number' && properties['prNumber'] === `#${String(value)}`) return true;
  if (name === 'sourceStatus' && !isEmpty(value) && asText(properties['state']) === asText(value))
    return true;
  const twin = source ? `${source[1]?.toLowerCase() ?? ''}${source[2] ?? ''}` : TWINS[name];
  if (twin !== undefined && !isEmpty(value) && asText(properties[twin]) === asText(value)) return true;
  const derived = properties[`cairn${capital(name)}`];
  return typeof value === 'number' && derived === value;
}

function groupOf({ name, value }: Property): keyof PropertyGroups {
  if (name.startsWith('cairn')) return 'analysis';
  if (isSystem(name, value)) return 'system';
  if (/(?:At|Date)$/.test(name)) return 'dates';
  return 'properties';
}

type OwnAttribute = EntityDetail['own'][number];

/** The attribute with the reason for a missing measure; both clocks share it. */
function reasonOf(name: string): string {
  const measure = name.replace(/^cairn(?=[A-Z])/, '').replace(/^clock(?=[A-Z])/i, '');
  return `no${capital(measure)}Reason`;
}

function isShown({ name, priority }: OwnAttribute, entity: EntityDetail, isFilled: boolean): boolean {
  const value = entity.properties[name];
  if (Array.isArray(value) && value.length === 0) return false;
  if (!isEmpty(value)) return true;
  // Both clocks share a reason; the first of them shows it.
  const isFirst = !/^(?:clock|cairn)[A-Z]/.test(name);
  return (isFirst && !isEmpty(entity.properties[reasonOf(name)])) || (priority >= TOP_TIER && isFilled);
}

/** The attributes of the catalogue and of the org, by priority. */
function attributesOf({ labels, properties, own }: EntityDetail): (OwnAttribute & { isFilled: boolean })[] {
  const { attributes = [] } = CATALOGUE.kind(labels[0] ?? '') ?? {};
  const owned = new Map(own.map((each) => [each.name, each]));
  const known = attributes.map(({ providedBy, ...attribute }) => ({
    ...attribute,
    ...owned.get(attribute.name),
    isFilled: providedBy.some((source) => source === properties['integration']),
  }));
  const names = new Set(attributes.map(({ name }) => name));
  const further = own.filter(({ name }) => !names.has(name)).map((each) => ({ ...each, isFilled: false }));
  return [...known, ...further].toSorted((one, other) => other.priority - one.priority);
}

/** The entity that a text names by the name of the one that a relation leads to, such as the assignee; else the text. */
function linkedValue({ relations }: Pick<EntityDetail, 'relations'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => linkedValue({ relations }, each));
  if (typeof value !== 'string') return value;
  const named = relations.flatMap(({ items }) => items).filter(({ name }) => name === value);
  const [first] = named;
  return first && named.every(({ uuid }) => uuid === first.uuid)
    ? { uuid: first.uuid, name: first.name }
    : value;
}

/** Attributes that name another entity in words. */
const NAMES_ANOTHER =
  /^(?:assignee|reporter|createdBy|reviewers|assignees|repository|branch|baseBranch|base|head|epic|epicTitle)$/;

function propertyOf(
  entity: EntityDetail,
  { name, label, unit, priority, definition }: OwnAttribute,
): Property {
  const { properties } = entity;
  const reason = isEmpty(properties[name]) ? properties[reasonOf(name)] : undefined;
  const category = properties[`${name}Category`];
  return {
    kind: entity.labels[0] ?? '',
    name,
    label: name.startsWith('cairn') ? capital(label.replace(/^Derived /, '')) : label,
    value: NAMES_ANOTHER.test(name) ? linkedValue(entity, properties[name]) : properties[name],
    priority,
    ...(unit ? { unit } : {}),
    ...(definition ? { definition } : {}),
    ...(typeof reason === 'string' && reason ? { missing: reason } : {}),
    ...(typeof category === 'string' ? { category } : {}),
  };
}

/** The properties of the org's catalogue in the groups and order of E§3; a missing measure has its reason. */
export function groupProperties(entity: EntityDetail): PropertyGroups {
  const groups: Record<keyof PropertyGroups, Property[]> = {
    properties: [],
    dates: [],
    analysis: [],
    system: [],
  };
  const kind = entity.labels[0] ?? '';
  const attributes = attributesOf(entity);
  const explained = new Set(
    attributes.filter(({ name }) => isEmpty(entity.properties[name])).map(({ name }) => reasonOf(name)),
  );
  for (const { isFilled, ...attribute } of attributes) {
    if (explained.has(attribute.name) || !isShown(attribute, entity, isFilled)) continue;
    if (isSaidTwice(attribute.name, entity.properties)) continue;
    const property = propertyOf(entity, attribute);
    groups[groupOf(property)].push(property);
  }
  if (!groups.system.some(({ name }) => name === 'uuid')) {
    groups.system.push({ kind, name: 'uuid', label: 'Id', value: entity.uuid, priority: 0 });
  }
  return groups;
}
