import { pathBelowOrg, type SpaceItemOffer } from '@cairn/host';
import { parseDocument } from '@cairn/query';
import type { Pane } from '../navigation/panes.ts';

/** What a space would hold of a tab: its board, saved query or entity; null where it shows none. */
export function spaceOffer({ location, title }: Pick<Pane, 'location' | 'title'>): SpaceItemOffer | null {
  const [page, id = ''] = pathBelowOrg(location.pathname).split('/');
  const name = title || 'Untitled';
  if (page === 'explore') {
    const { saved } = parseDocument(new URLSearchParams(location.search).get('d'));
    return saved === false ? null : { type: 'query', name, config: { id: saved } };
  }
  if (page === 'entity' && id !== '') return { type: 'entity', name, config: { uuid: id } };
  const isBoard = page === 'boards' && id !== '' && id !== 'start' && id !== 'new';
  return isBoard ? { type: 'board', name, config: { id } } : null;
}
