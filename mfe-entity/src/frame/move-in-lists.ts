/** The links of entities carry it, so that keys find the entries of lists. */
export const ENTITY_LINK = 'data-entity';

const ROWS = 'main li, main tr';

/** The entries of the lists on the page: an event itself, and the first link to an entity of each other row that is shown. */
function entries(): HTMLElement[] {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const links = rows.flatMap((row) =>
    row.matches('[data-event]') ? row : (row.querySelector<HTMLElement>(`a[${ENTITY_LINK}]`) ?? []),
  );
  return [...new Set(links)].filter((link) => link.getClientRects().length > 0);
}

/** Moves the focus to the next or previous entry of the lists on the page; above the page, nothing moves. */
export function moveInLists(step: -1 | 1): void {
  if (document.querySelector('[role="dialog"]')) return;
  const links = entries();
  const row = document.activeElement?.closest('li, tr');
  const at = row ? links.findIndex((link) => row.contains(link)) : -1;
  const next = at < 0 ? (step > 0 ? links[0] : links.at(-1)) : links[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
