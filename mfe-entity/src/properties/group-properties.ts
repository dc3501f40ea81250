import type { EntityDetail } from '@cairn/contracts';
import { type Attribute, CATALOGUE } from '@cairn/entities';

/** A property as it is shown. */
export interface Property {
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly unit?: string;
  readonly priority: number;
  readonly definition?: string;
}

export interface PropertyGroups {
  readonly properties: readonly Property[];
  readonly dates: readonly Property[];
  readonly analysis: readonly Property[];
  readonly system: readonly Property[];
}

/** From here on an attribute is shown even when it is missing (E§3). */
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

function isShown(attribute: Attribute, value: unknown, integration: unknown): boolean {
  if (Array.isArray(value) && value.length === 0) return false;
  if (!isEmpty(value)) return true;
  const isFilled = attribute.providedBy.some((source) => source === integration);
  return attribute.priority >= TOP_TIER && isFilled;
}

/** The properties that the catalogue knows, in the groups and the order of E§3. */
export function groupProperties(entity: EntityDetail): PropertyGroups {
  const groups: Record<keyof PropertyGroups, Property[]> = {
    properties: [],
    dates: [],
    analysis: [],
    system: [],
  };
  const attributes = CATALOGUE.kind(entity.labels[0] ?? '')?.attributes ?? [];
  for (const attribute of attributes.toSorted((one, other) => other.priority - one.priority)) {
    const value = entity.properties[attribute.name];
    if (!isShown(attribute, value, entity.properties['integration'])) continue;
    const { name, label, unit, priority, definition } = attribute;
    const property = {
      name,
      label,
      value,
      priority,
      ...(unit ? { unit } : {}),
      ...(definition ? { definition } : {}),
    };
    groups[groupOf(property)].push(property);
  }
  if (!groups.system.some(({ name }) => name === 'uuid')) {
    groups.system.push({ name: 'uuid', label: 'Id', value: entity.uuid, priority: 0 });
  }
  return groups;
}
