import { AppError, LinkBrief, type SavedTypeRules } from '@cairn/contracts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_input', 'state: is not JSON', { cause });
  }
}

/** A state as it is stored: JSON text with every default filled in, its brief for lists, and its words. */
export interface KeptState {
  readonly state: string;
  readonly brief: string;
  readonly text: string;
}

type StateRules = Pick<SavedTypeRules, 'state' | 'brief' | 'text'>;

/** Checks that a state fits its type and returns it as it is stored. */
export function normaliseState(rules: StateRules, text: string): KeptState {
  const parsed = rules.state.safeParse(parseJson(text));
  if (parsed.success) return keptState(rules, parsed.data);
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: ['state', ...path].join('.'),
    message,
  }));
  throw new AppError('invalid_input', `${details[0]?.path}: ${details[0]?.message}`, { details });
}

/** The brief and the words of a state stored by an earlier version; both empty where it can no longer be read. */
export function saidOf(rules: StateRules | undefined, text: string): Pick<KeptState, 'brief' | 'text'> {
  const nothing = { brief: JSON.stringify(LinkBrief.parse({})), text: '' };
  try {
    const parsed = rules?.state.safeParse(parseJson(text));
    return parsed?.success && rules ? keptState(rules, parsed.data) : nothing;
  } catch {
    return nothing;
  }
}

const keptState = (rules: StateRules, state: unknown): KeptState => ({
  state: JSON.stringify(state),
  brief: JSON.stringify(LinkBrief.parse(rules.brief?.(state) ?? {})),
  text: rules.text?.(state) ?? '',
});
