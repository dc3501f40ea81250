import { INTEGRATIONS, OWN_NAME } from '@cairn/entities';
import type { OwnAttribute } from '@cairn/entities';
import { z } from 'zod';
import { columnType } from './ddl.ts';
import type { GraphWriter } from './graph-writer.ts';
import { addColumn, insertInto } from './statement.ts';
import type { Statement } from './statement.ts';

const Kept = z.object({
  kind: z.string(),
  name: z.string().regex(OWN_NAME),
  label: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'datetime', 'date', 'string[]']),
  unit: z
    .enum(['millisecond', 'second', 'minute', 'hour', 'businesssecond', 'line', 'byte', 'fraction'])
    .nullable(),
  integration: z.enum(INTEGRATIONS),
  externalId: z.string(),
  definition: z.string().nullable(),
});

/** Reads the attributes that an org's sources bring beyond the common catalogue. */
export async function readOwnAttributes(store: Pick<GraphWriter, 'rows'>): Promise<OwnAttribute[]> {
  const rows = await store.rows(
    'SELECT kind, name, label, type, unit, integration, "externalId", definition FROM "OwnAttribute" ORDER BY kind, name',
  );
  return Kept.array()
    .parse(rows)
    .map(({ unit, definition, ...attribute }) => ({
      ...attribute,
      ...(unit === null ? {} : { unit }),
      ...(definition === null ? {} : { definition }),
    }));
}

/** The columns of a kind's own attributes, for loading them. */
export function ownColumns(attributes: readonly OwnAttribute[], kind: string): Record<string, string> {
  const own = attributes.filter((attribute) => attribute.kind === kind);
  return Object.fromEntries(own.map((attribute) => [attribute.name, columnTypeOf(attribute)]));
}

const columnTypeOf = ({ name, type }: OwnAttribute): string =>
  columnType({ name, label: name, type, providedBy: [], priority: 0, own: true });

function keepStatement({ unit, definition, ...attribute }: OwnAttribute): Statement {
  const { kind, name, label, type, integration, externalId } = attribute;
  const optional = [unit, definition].map((text) => text ?? '');
  return insertInto(
    'OwnAttribute',
    ['kind', 'name', 'label', 'type', 'integration', 'externalId', 'unit', 'definition'],
    `SELECT $1, $2, $3, $4, $5, $6, nullif($7, ''), nullif($8, '')
      WHERE NOT EXISTS (SELECT 1 FROM "OwnAttribute" WHERE kind = $1 AND name = $2)`,
    [kind, name, label, type, integration, externalId, ...optional],
  );
}

/**
 * Adds columns for own attributes, and keeps existing ones. They belong in the transaction that publishes, so
 * that the org's catalogue is read again.
 */
export function ownAttributeStatements(attributes: readonly OwnAttribute[]): Statement[] {
  return attributes.flatMap((attribute) => {
    const { name } = Kept.pick({ name: true }).parse(attribute);
    return [addColumn(attribute.kind, name, columnTypeOf(attribute)), keepStatement(attribute)];
  });
}
