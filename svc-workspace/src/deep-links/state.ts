import { AppError, BoardState, ExploreState, type LinkType } from '@cairn/contracts';

const schemas = { 'explore-v1': ExploreState, 'dashboard-v1': BoardState } as const;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'state: is not JSON', { cause });
  }
}

/** Checks that a state fits its type and gives it back with every default filled in, as JSON text. */
export function normaliseState(type: LinkType, text: string): string {
  const parsed = schemas[type].safeParse(parseJson(text));
  if (parsed.success) return JSON.stringify(parsed.data);
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: ['state', ...path].join('.'),
    message,
  }));
  throw new AppError('invalid_input', `${details[0]?.path}: ${details[0]?.message}`, { details });
}
