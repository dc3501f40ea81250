import { keyOf } from '@cairn/client';
import { sourcePreviewClient } from '@cairn/client/source-preview';
import type { SourceType } from '@cairn/contracts';
import type { SourceOffer } from '@cairn/contracts/source-offers';
import { useHost } from '@cairn/host';
import { Button, Note } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSources } from './sources.ts';
import styles from './integrations.module.css';

/** One offer for each source that could be added, however many of its repositories name it. */
export function firstOffers(offers: readonly SourceOffer[], types: readonly SourceType[]): SourceOffer[] {
  const seen = new Set<string>();
  return offers.filter(({ type, settings }) => {
    const found = types.find((each) => each.type === type);
    const { [found?.choice?.setting ?? '']: _part, ...source } = settings;
    const key = JSON.stringify([type, source]);
    if (!found || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface SourceOffersProps {
  /** The types that may be added. */
  readonly types: readonly SourceType[];
  readonly onConnect: (offer: SourceOffer) => void;
}

/** Sources that could be added, since repositories of the org are theirs. Nothing stands where there are none. */
export function SourceOffers({ types, onConnect }: SourceOffersProps): ReactNode {
  const { org } = useHost();
  const known = useSources().data?.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: keyOf('sourceOffers', org.id, known),
    queryFn: ({ signal }) => sourcePreviewClient.listOffers({ params: { orgId: org.id }, input: {}, signal }),
    enabled: known !== undefined && types.length > 0,
  });
  return firstOffers(data?.data ?? [], types).map((offer) => {
    const words = types.find(({ type }) => type === offer.type)?.words;
    return (
      <Note
        key={`${offer.type} ${offer.sourceId}`}
        tone="accent"
        className={styles['offer'] ?? ''}
        action={<Button onClick={() => onConnect(offer)}>{words?.add}</Button>}
      >
        {offer.name} is on {words?.label}, which has more to tell than its clone.
      </Note>
    );
  });
}
