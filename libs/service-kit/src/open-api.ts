import { ERRORS, type Contract, type Route } from '@cairn/contracts';
import { z } from 'zod';
import { declaredErrors } from './errors.ts';

type Json = Record<string, unknown>;

/** Moves the definitions of a schema to the document's components, and updates its references. */
function hoist(name: string, schema: Json, components: Json): Json {
  const move = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(move);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/$defs/', `#/components/schemas/${name}.`)]
          : [key, move(value)],
      ),
    );
  };
  const { $defs = {}, $schema: _, ...rest } = schema as { $defs?: Json; $schema?: string };
  for (const [key, value] of Object.entries($defs)) components[`${name}.${key}`] = move(value);
  return move(rest) as Json;
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const part = value as z.ZodType;
    const { $schema: _, ...json } = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' });
    const required = place === 'path' || !part.safeParse(undefined).success;
    return { name, in: place, required, schema: json };
  });
}

/** What a browser gets that opens an address instead of reading JSON. */
const FILES: Readonly<Record<string, Json>> = { file: { 'text/csv': {} }, picture: { 'image/png': {} } };

function responsesOf(route: Route, output: Json): Json {
  const codes = declaredErrors(route);
  const statuses = [...new Set(codes.map((code) => ERRORS[code]))].toSorted();
  const failures = statuses.map((status) => [
    String(status),
    {
      description: codes.filter((code) => ERRORS[code] === status).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  const content: Json = FILES[route.answer ?? 'json'] ?? { 'application/json': { schema: output } };
  if (route.answer === 'rows') {
    content['application/vnd.apache.arrow.stream'] = {};
    content['text/csv'] = {};
  }
  if (route.answer === 'stream') content['text/event-stream'] = {};
  const success =
    route.answer === 'redirect'
      ? { '302': { description: 'Leads on.' } }
      : { '200': { description: 'The answer.', content } };
  return { ...success, ...Object.fromEntries(failures) };
}

function operationOf(name: string, route: Route, components: Json): Json {
  const schemaOf = (io: 'input' | 'output', schema: z.ZodType) =>
    hoist(
      `${name}.${io}`,
      z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'ref' }) as Json,
      components,
    );
  return {
    operationId: name,
    summary: route.summary,
    'x-access': route.access,
    security: route.access === 'public' ? [] : [{ session: [] }, { token: [] }],
    parameters: [...parametersIn('path', route.params), ...parametersIn('query', route.query)],
    ...(route.input
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf('input', route.input) } },
          },
        }
      : {}),
    responses: responsesOf(route, schemaOf('output', route.output)),
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        details: {},
        requestId: { type: 'string' },
      },
    },
  },
};

/**
 * Writes the OpenAPI 3.1 document of a contract, without internal routes, which no outside caller reaches.
 */
export function openApi(title: string, contract: Contract): Json {
  const components: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(contract)) {
    if (route.access === 'internal') continue;
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operationOf(name, route, components);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'cairn-<installation>.session_token' },
      },
    },
  };
}
