import type { GoneThing, PayloadPlace } from '../connector.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIn = (item: unknown, key: string, id: string) =>
  isObject(item) && Object.hasOwn(item, key) && String(item[key]) === id;

/** The keys by which an element of a list would be the thing. */
function findKeys({ places }: GoneThing, payload: string, list: string): string[] {
  const everywhere: PayloadPlace[] = [{ payload, list, key: 'id' }];
  return (places ?? everywhere)
    .filter((place) => place.payload === payload && place.list === list)
    .map(({ key }) => key);
}

/** A payload without a thing, wherever lists hold it. A payload that does not hold it is returned as it is. */
export function strikeFrom<Value>(body: Value, payload: string, gone: GoneThing): Value {
  const strike = (value: unknown, list: string): unknown => {
    if (Array.isArray(value)) {
      const keys = findKeys(gone, payload, list);
      const left = value.filter((item) => !keys.some((key) => isIn(item, key, gone.id)));
      const struck = left.map((item) => strike(item, list));
      return struck.length === value.length && struck.every((item, at) => item === value[at])
        ? value
        : struck;
    }
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, strike(item, key)] as const);
    return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
  };
  return strike(body, '') as Value;
}
