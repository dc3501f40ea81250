import { mayOpen, pageAddress, usePages, type Host } from '@cairn/host';
import { useEffect, useEffectEvent } from 'react';
import { addCommands } from './commands.ts';

/** Adds "Go to …" for every page with keys that this user may open. */
export function usePageCommands({ org, user, navigate }: Pick<Host, 'org' | 'user' | 'navigate'>): void {
  const pages = usePages();
  const go = useEffectEvent((to: string) => navigate(to));
  useEffect(() => {
    const reached = pages.filter((page) => page.keys && mayOpen(page, { org, user }));
    return addCommands(
      reached.map((page) => ({
        id: `go.${page.path}`,
        group: 'Go to',
        label: `Go to ${page.title}`,
        keys: page.keys ?? '',
        run: () => go(pageAddress(org.id, page)),
      })),
    );
  }, [pages, org, user]);
}
