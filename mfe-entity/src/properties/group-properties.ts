import type { EntityDetail } from '@cairn/contracts';
import { CATALOGUE } from '@cairn/entities';

/** A property for display. */
export interface Property {
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly unit?: string;
  readonly priority: number;
  readonly definition?: string;
  /** Why it has no value. */
  readonly missing?: string;
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

function groupOf({ name, value }: Property): keyof PropertyGroups {
  if (name.startsWith('cairn')) return 'analysis';
  if (isSystem(name, value)) return 'system';
  if (/(?:At|Date)$/.test(name)) return 'dates';
  return 'properties';
}

type OwnAttribute = EntityDetail['own'][number];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
  const known = attributes.map(({ providedBy, ...attribute }) => ({
    ...attribute,
    isFilled: providedBy.some((source) => source === properties['integration']),
  }));
  return [...known, ...own.map((each) => ({ ...each, isFilled: false }))].toSorted(
    (one, other) => other.priority - one.priority,
  );
}

/** The properties of the org's catalogue in the groups and order of E§3; a missing measure has its reason. */
export function groupProperties(entity: EntityDetail): PropertyGroups {
  const groups: Record<keyof PropertyGroups, Property[]> = {
    properties: [],
    dates: [],
    analysis: [],
    system: [],
  };
  const attributes = attributesOf(entity);
  const explained = new Set(
    attributes.filter(({ name }) => isEmpty(entity.properties[name])).map(({ name }) => reasonOf(name)),
  );
  for (const { isFilled, ...attribute } of attributes) {
    if (explained.has(attribute.name) || !isShown(attribute, entity, isFilled)) continue;
    const { name, label, unit, priority, definition } = attribute;
    const value = entity.properties[name];
    const reason = isEmpty(value) ? entity.properties[reasonOf(name)] : undefined;
    const property = {
      name,
      label: name.startsWith('cairn') ? capital(label.replace(/^Derived /, '')) : label,
      value,
      priority,
      ...(unit ? { unit } : {}),
      ...(definition ? { definition } : {}),
      ...(typeof reason === 'string' && reason ? { missing: reason } : {}),
    };
    groups[groupOf(property)].push(property);
  }
  if (!groups.system.some(({ name }) => name === 'uuid')) {
    groups.system.push({ name: 'uuid', label: 'Id', value: entity.uuid, priority: 0 });
  }
  return groups;
}
