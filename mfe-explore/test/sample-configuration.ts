import type { Configuration } from '@cairn/contracts';
import { KINDS, reducersFor, type Attribute } from '@cairn/entities';

const given = (providedBy: readonly string[]) => providedBy.includes('git');

const described = ({ providedBy, ...attribute }: Attribute) => ({
  ...attribute,
  provided: given(providedBy),
  reducers: [...reducersFor(attribute.type)],
});

/** The catalogue of an org with a git source, for tests. */
export const SAMPLE_CONFIGURATION: Configuration = {
  kinds: KINDS.map((kind) => ({
    name: kind.name,
    label: kind.label,
    plural: kind.plural,
    icon: kind.icon,
    color: kind.color,
    timeAttribute: kind.timeAttribute,
    provided: kind.attributes.some(({ providedBy }) => given(providedBy)),
    attributes: kind.attributes.map(described),
    relations: kind.relations.map(({ name, target, label, many, providedBy, properties, via }) => ({
      name,
      target,
      label,
      many,
      provided: given(providedBy),
      ...(via.kind === 'edge' && via.dated ? { dated: via.dated } : {}),
      ...(properties ? { properties: properties.map(described) } : {}),
    })),
  })),
  integrations: [{ name: 'git', configured: true, provides: ['Commit'] }],
  dataVersion: 1,
  earliest: '2025-01-01T00:00:00Z',
  latest: new Date().toISOString(),
};
