import { useHost } from '@cairn/host';
import { useQuery } from '@tanstack/react-query';
import { savedThing } from '@cairn/saved';

/** Reads a board; `new` is one that nobody saved yet. */
export function useSavedBoard(boardId: string) {
  const { org } = useHost();
  return useQuery({ ...savedThing(org.id, boardId), enabled: boardId !== 'new', staleTime: 10_000 });
}
