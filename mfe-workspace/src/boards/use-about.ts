import { configurationQuery } from '@cairn/client';
import { useHost } from '@cairn/host';
import type { Query } from '@cairn/query';
import type { DateRange } from '@cairn/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { AskingCard } from './about.ts';

/** What files of a board and of its cards say beneath their titles. The words for it are loaded with the first file. */
export function useAbout() {
  const host = useHost();
  const client = useQueryClient();
  const load = () =>
    Promise.all([import('./about.ts'), client.ensureQueryData(configurationQuery(host.org.id))]);
  return {
    card: async (query: Query): Promise<string> => {
      const [{ aboutCard }, configuration] = await load();
      return aboutCard(query, configuration, host);
    },
    board: async (cards: readonly AskingCard[], range: DateRange | null): Promise<string> => {
      const [{ aboutBoard }, configuration] = await load();
      return aboutBoard(cards, range, configuration, host);
    },
  };
}
