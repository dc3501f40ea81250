import { ExploreCard } from './explore-card-state.ts';
import { emptyQuery } from '@cairn/query';
import { typeOf } from '@cairn/saved';
import { SquareDashed } from 'lucide-react';
import { defineCard } from '../card-type.tsx';
import { exploreTitle } from './card-query.ts';
import { ExploreCardBody } from './explore-card-body.tsx';
import { ExploreCardEditor } from './explore-card-editor.tsx';

function cardOf(title: string, state: ExploreCard['state'], savedId?: string): ExploreCard {
  return {
    kind: 'explore',
    title,
    showTitle: true,
    centerTitle: false,
    transparent: false,
    snippetTags: [],
    mappings: [],
    state,
    ...(savedId ? { savedId } : {}),
  };
}

/** A question with the view that it is drawn in, as Explore saves it. */
export const exploreCard = defineCard<ExploreCard>({
  state: ExploreCard,
  defaultSize: { w: 6, h: 6 },
  minSize: { w: 2, h: 2 },
  offer: {
    label: 'Add Blank Card',
    hint: 'A question to fill in later',
    icon: SquareDashed,
    make: (orgId) => cardOf('Empty query', { params: emptyQuery(orgId), viz: [] }),
    opensEditor: false,
  },
  fromLink: (link) => {
    const state = typeOf(link)?.question(link) ?? null;
    return state && cardOf(link.name, state, link.id);
  },
  titleOf: exploreTitle,
  Body: ExploreCardBody,
  Editor: ExploreCardEditor,
});
