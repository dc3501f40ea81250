import { z } from 'zod';

/** A number that is clamped instead of refused. Anything else becomes the default (X§5). */
export const clamped = (least: number, most: number, otherwise: number) =>
  z
    .number()
    .transform((value) => Math.max(least, Math.min(most, value)))
    .catch(otherwise)
    .default(otherwise);

/** Yes or no; anything else is the default. */
export const flag = (otherwise: boolean) => z.boolean().catch(otherwise).default(otherwise);

/** One of the values; an unknown one is the first (X§5). */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .custom<T[number]>((value) => typeof value === 'string' && values.includes(value))
    .catch(values[0] as T[number])
    .default(values[0] as T[number]);

/** Options of a setting from value and label. */
export function options(
  ...pairs: readonly (readonly [string, string])[]
): { value: string; label: string }[] {
  return pairs.map(([value, label]) => ({ value, label }));
}
