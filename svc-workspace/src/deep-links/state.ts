import { AppError, LinkBrief, type SavedTypeRules } from '@cairn/contracts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'state: is not JSON', { cause });
  }
}

/** A state as it is stored: JSON text with every default filled in, and its brief for lists. */
export interface KeptState {
  readonly state: string;
  readonly brief: string;
}

/** Checks that a state fits its type and returns it as it is stored. */
export function normaliseState(rules: Pick<SavedTypeRules, 'state' | 'brief'>, text: string): KeptState {
  const parsed = rules.state.safeParse(parseJson(text));
  if (parsed.success) return { state: JSON.stringify(parsed.data), brief: briefText(rules, parsed.data) };
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: ['state', ...path].join('.'),
    message,
  }));
  throw new AppError('invalid_input', `${details[0]?.path}: ${details[0]?.message}`, { details });
}

/** The brief of a state stored by an earlier version; an empty brief where the state can no longer be read. */
export function briefOf(rules: Pick<SavedTypeRules, 'state' | 'brief'> | undefined, text: string): string {
  try {
    const parsed = rules?.state.safeParse(parseJson(text));
    return parsed?.success && rules ? briefText(rules, parsed.data) : NOTHING_TO_SAY;
  } catch {
    return NOTHING_TO_SAY;
  }
}

const NOTHING_TO_SAY = JSON.stringify(LinkBrief.parse({}));

const briefText = (rules: Pick<SavedTypeRules, 'brief'>, state: unknown) =>
  JSON.stringify(LinkBrief.parse(rules.brief?.(state) ?? {}));
