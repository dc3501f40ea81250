import { AppError, type Caller, type narrativePrefixContract } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import type { NarrativePrefixStore } from './store.ts';

function requireSuperuser({ superuser }: Pick<Caller, 'superuser'>): void {
  if (!superuser) throw new AppError('forbidden', 'unauthorized access');
}

/** Prompt instructions, which hold for the whole installation. */
export function narrativePrefixRoutes(
  prefixes: NarrativePrefixStore,
): Handlers<typeof narrativePrefixContract> {
  return {
    readPrefixes: async ({ caller, input }) => {
      requireSuperuser(caller);
      return { data: await prefixes.list(input.global_key) };
    },
    upsertPrefix: async ({ caller, input: { global_key, ...texts } }) => {
      requireSuperuser(caller);
      await prefixes.set(global_key, texts);
      return { data: await prefixes.list() };
    },
    deletePrefix: async ({ caller, input: { id } }) => {
      requireSuperuser(caller);
      if (!(await prefixes.remove(id))) throw new AppError('not_found', 'There are no such instructions.');
      return { data: await prefixes.list() };
    },
  };
}
