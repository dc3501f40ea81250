import type { NormalisedPayload, Payload } from '../payload.ts';

type Path = readonly string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value without the field at a path, in every item of the lists on the way. */
function without(value: unknown, [name = '', ...rest]: Path): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, [name, ...rest]));
  if (!isObject(value)) return value;
  const { [name]: field, ...others } = value;
  if (rest.length === 0 || field === undefined) return others;
  return { ...value, [name]: without(field, rest) };
}

/** The fields below a value that hold something, each name once. */
function fieldsIn(value: unknown): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const item of Array.isArray(value) ? value.flatMap((each: unknown) => each) : [value])
    for (const [name, field] of Object.entries(isObject(item) ? item : {}))
      if (field !== null && field !== '') found.set(name, [...(found.get(name) ?? []), field].flat());
  return found;
}

/** The fields of a payload from which no row is made, by their paths; one that is unused whole stands for its parts. */
export function findUnused(
  payload: Payload,
  normalise: (payload: Payload) => Pick<NormalisedPayload, 'loads'>,
): string[] {
  const rowsFor = (body: unknown) => {
    try {
      return JSON.stringify(normalise({ ...payload, body }).loads);
    } catch {
      return 'none';
    }
  };
  const whole = rowsFor(payload.body);
  const unused: string[] = [];
  const look = (value: unknown, path: Path): void => {
    for (const [name, fields] of fieldsIn(value)) {
      const at = [...path, name];
      if (rowsFor(without(payload.body, at)) === whole) unused.push(at.join('.'));
      else look(fields, at);
    }
  };
  look(payload.body, []);
  return unused;
}
