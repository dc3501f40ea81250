import { AppError, type SavedTypeRules } from '@cairn/contracts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'state: is not JSON', { cause });
  }
}

/** Checks that a state fits its type; answers it as JSON text with every default filled in. */
export function normaliseState({ state }: Pick<SavedTypeRules, 'state'>, text: string): string {
  const parsed = state.safeParse(parseJson(text));
  if (parsed.success) return JSON.stringify(parsed.data);
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: ['state', ...path].join('.'),
    message,
  }));
  throw new AppError('invalid_input', `${details[0]?.path}: ${details[0]?.message}`, { details });
}
