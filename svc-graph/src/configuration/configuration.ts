import type { Configuration } from '@cairn/contracts';
import { INTEGRATIONS, isProvided, reducersFor, sourcesOf } from '@cairn/entities';
import type { Attribute, Catalogue, Integration, Kind } from '@cairn/entities';
import { Query } from '@cairn/query';
import { scopeOf } from '../query/query-scope.ts';
import type { ReadContext } from '../query/read-graph.ts';
import { readWholeExtent } from '../query/data-bounds.ts';

type KindInfo = Configuration['kinds'][number];

/** Attributes that settings and derivation fill need no source of their own. */
const NOT_A_SOURCE = new Set<Integration>(['derived', 'settings']);
const DATED = ['Commit', 'Event'];

function describeAttribute(
  kind: Kind,
  attribute: Attribute,
  configured: ReadonlySet<Integration>,
): KindInfo['attributes'][number] {
  return {
    name: attribute.name,
    label: attribute.label,
    type: attribute.type,
    ...(attribute.unit ? { unit: attribute.unit } : {}),
    priority: attribute.priority,
    provided: isProvided(kind, attribute, configured),
    reducers: [...reducersFor(attribute.type, attribute.unit)],
    ...(attribute.definition ? { definition: attribute.definition } : {}),
    ...(attribute.own ? { own: true } : {}),
  };
}

function describe(kind: Kind, configured: ReadonlySet<Integration>): KindInfo {
  return {
    name: kind.name,
    label: kind.label,
    plural: kind.plural,
    icon: kind.icon,
    color: kind.color,
    timeAttribute: kind.timeAttribute,
    provided: kind.attributes.some((attribute) => isProvided(kind, attribute, configured)),
    attributes: kind.attributes.map((attribute) => describeAttribute(kind, attribute, configured)),
    relations: kind.relations.map((relation) => ({
      name: relation.name,
      target: relation.target,
      label: relation.label,
      many: relation.many,
      provided: isProvided(kind, relation, configured),
      ...(relation.via.kind === 'edge' && relation.via.dated ? { dated: relation.via.dated } : {}),
      ...(relation.properties
        ? { properties: relation.properties.map((each) => describeAttribute(kind, each, configured)) }
        : {}),
    })),
  };
}

function provides(catalogue: Catalogue, integration: Integration): string[] {
  return catalogue.kinds.filter((kind) => sourcesOf(kind).includes(integration)).map(({ name }) => name);
}

async function moments(catalogue: Catalogue, context: ReadContext): Promise<number[]> {
  const found = await Promise.all(
    DATED.filter((name) => catalogue.kind(name)).map((name) => {
      const scope = scopeOf(Query.parse({ select: [name] }), catalogue, 0);
      return readWholeExtent(scope, context);
    }),
  );
  return found.flatMap((span) => (span ? [span.start, span.end - 1] : []));
}

const iso = (at: number) => new Date(at).toISOString();

/** The catalogue of an org, the parts that its sources fill, and the first and last moment of data. */
export async function answerConfiguration(
  catalogue: Catalogue,
  sources: readonly Integration[],
  context: ReadContext,
): Promise<Configuration> {
  const configured = new Set(sources);
  const dated = await moments(catalogue, context);
  return {
    kinds: catalogue.kinds.map((kind) => describe(kind, configured)),
    integrations: INTEGRATIONS.filter((name) => !NOT_A_SOURCE.has(name)).map((name) => ({
      name,
      configured: configured.has(name),
      provides: provides(catalogue, name),
    })),
    dataVersion: context.dataVersion,
    earliest: dated.length > 0 ? iso(Math.min(...dated)) : null,
    latest: dated.length > 0 ? iso(Math.max(...dated)) : null,
  };
}
