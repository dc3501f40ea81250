import type { SourceOffer, sourceOfferContract } from '@cairn/contracts/source-offers';
import type { Handlers } from '@cairn/service-kit';
import { readSources } from '../../store/source-row.ts';
import type { SourcesDeps } from '../sources-deps.ts';

/** The repositories of an org with the address of their pages, each of the first source that knows it. */
const ADDRESSES = `SELECT s.id AS "sourceId", s.name, min(r."sourceUrl") AS address FROM "Repository" r
    JOIN "SourceRecord" k ON k."entityUuid" = r.uuid AND k.kind = 'Repository' AND NOT coalesce(k.deleted, false)
    JOIN "Source" s ON s.id = k."sourceId"
  WHERE r."sourceUrl" IS NOT NULL GROUP BY ALL ORDER BY s.name, s.id`;

/** Offers a source of another type for what sources of the org name by an address. */
export function offerHandlers({
  stores,
  connectors,
}: Pick<SourcesDeps, 'stores' | 'connectors'>): Handlers<typeof sourceOfferContract> {
  return {
    listOffers: async ({ params: { orgId } }) => {
      const store = await stores.open(orgId);
      const sources = await readSources(store);
      const named = await store.rows<{ sourceId: string; name: string; address: string }>(ADDRESSES);
      const offers = named.flatMap(({ sourceId, name, address }): SourceOffer[] =>
        connectors.flatMap(({ type, offer }) => {
          const own = sources.filter((source) => source.type === type);
          if (!offer || own.some(({ id }) => id === sourceId) || !URL.canParse(address)) return [];
          const settings = offer(new URL(address), own);
          return settings ? [{ sourceId, name, type, settings }] : [];
        }),
      );
      return { data: offers };
    },
  };
}
