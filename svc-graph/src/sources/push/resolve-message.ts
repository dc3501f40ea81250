import { AppError } from '@cairn/contracts';
import { PUSHED_LISTS, type PushInput, type PushedList } from '@cairn/contracts/push';
import type { KnownThing } from './kept-payloads.ts';

/** A thing of a message, with what it names. */
export interface PushedItem {
  readonly list: PushedList;
  /** Where it stands in the message. */
  readonly place: string;
  readonly sent: { readonly id: string };
  /** The field that names something, and what it says; absent where it names nothing. */
  readonly named?: { readonly field: string; readonly text: string; readonly kind?: 'Repository' };
}

function nameIn(list: PushedList, sent: { readonly repository?: string; readonly on?: string }) {
  if (list === 'events') return { field: 'on', text: sent.on ?? '' };
  if (sent.repository === undefined) return undefined;
  return { field: 'repository', text: sent.repository, kind: 'Repository' } as const;
}

/** The things of a message in their order. */
export function listItems(input: PushInput): PushedItem[] {
  return PUSHED_LISTS.flatMap((list) =>
    input[list].map((sent, index): PushedItem => {
      const named = nameIn(list, sent);
      return { list, place: `${list}.${String(index)}`, sent, ...(named ? { named } : {}) };
    }),
  );
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

const HOW: Readonly<Record<string, string>> = {
  repository: 'Give its owner and name, such as acme/api, or its address.',
  on: 'Give a key such as CAIRN-12, a number such as acme/api#5, the sha of a commit, or an address.',
};

/** What a name means here, or why it means nothing. */
function chooseThing(
  { place, named }: PushedItem,
  known: ReadonlyMap<string, readonly KnownThing[]>,
): KnownThing | Fault | null {
  if (!named) return null;
  const { field, text, kind } = named;
  const path = `${place}.${field}`;
  const fitting = (known.get(text) ?? []).filter((thing) => kind === undefined || thing.kind === kind);
  const [first, second] = fitting;
  const what = kind === 'Repository' ? 'repository' : 'entity';
  if (!first) return { path, message: `No ${what} is known here as ${text}. ${HOW[field] ?? ''}` };
  if (second) return { path, message: `${text} means more than one ${what} here. Give its address.` };
  return first;
}

/** Each thing with what it names; throws `unknown_entity` where a name means nothing, or more than one thing. */
export function resolveItems(
  items: readonly PushedItem[],
  known: ReadonlyMap<string, readonly KnownThing[]>,
): (PushedItem & { readonly about: KnownThing | null })[] {
  const faults: Fault[] = [];
  const resolved = items.flatMap((item) => {
    const about = chooseThing(item, known);
    if (about === null || 'uuid' in about) return [{ ...item, about }];
    faults.push(about);
    return [];
  });
  const [first, ...others] = faults;
  if (!first) return resolved;
  const more = others.length > 0 ? ` (and ${String(others.length)} more)` : '';
  throw new AppError('unknown_entity', `${first.path}: ${first.message}${more}`, { details: faults });
}
