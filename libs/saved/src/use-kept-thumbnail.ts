import { workspaceClient } from '@cairn/client';
import type { DeepLink } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSavedCache } from './use-saved-cache.ts';

/** The pause after which what is saved is drawn (W§9). */
export const THUMBNAIL_PAUSE_MS = 500;
/** Data that is not there after this time leaves the thing without a new picture. */
const MOST_MS = 15_000;

interface Drawing {
  /** Whether the page shows what is saved, and not a change of it. */
  readonly isSaved: boolean;
  /** The element that is drawn; null while there is none. */
  readonly part: () => HTMLElement | null;
  /** Draws an element as a small picture. */
  readonly draw: (element: HTMLElement) => Promise<string | null>;
}

/** Whether the part of an element that a picture shows is drawn: its upper part, 9 high to 16 wide. */
function isReady(element: HTMLElement): boolean {
  const { top, width } = element.getBoundingClientRect();
  const waiting = element.querySelectorAll('[aria-busy="true"], [data-skeleton]');
  return [...waiting].every((each) => each.getBoundingClientRect().top - top > (width * 9) / 16);
}

/** Keeps a picture of a saved thing for each version that somebody who may change it sees drawn. A failure is silent. */
export function useKeptThumbnail(link: DeepLink | null | undefined, { isSaved, part, draw }: Drawing): void {
  const { org } = useHost();
  const cache = useSavedCache();
  const opened = useRef<string | null>(null);
  const kept = useRef<string | null>(null);
  const version = link && link.canEdit && isSaved ? `${link.id} ${link.version}` : null;
  const keep = useEffectEvent(async () => {
    const element = part();
    if (!link || !element || !isReady(element)) return false;
    const thumbnail = await draw(element);
    if (thumbnail === null) return true;
    await workspaceClient.updateLink({ input: { org_id: org.id, id: link.id, thumbnail } });
    cache.patch(link.id, { hasThumbnail: true });
    return true;
  });
  useEffect(() => {
    if (version === null || kept.current === version) return undefined;
    const isFirst = opened.current === null || !version.startsWith(opened.current);
    opened.current = version.split(' ')[0] ?? null;
    // What was opened has a picture already, unless nobody has seen it drawn.
    if (isFirst && link?.hasThumbnail) {
      kept.current = version;
      return undefined;
    }
    const end = Date.now() + MOST_MS;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = () =>
      void keep()
        .catch(() => true)
        .then((isDone) => {
          if (isDone) kept.current = version;
          else if (Date.now() < end) timer = setTimeout(attempt, THUMBNAIL_PAUSE_MS);
        });
    timer = setTimeout(attempt, THUMBNAIL_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [version, link?.hasThumbnail]);
}
