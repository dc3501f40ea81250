import type { View } from '@cairn/contracts';
import type { ExploreCard } from './explore-card-state.ts';
import { CATALOGUE } from '@cairn/entities';
import { useHost } from '@cairn/host';
import { exploreAddress, pivotBy } from '@cairn/query';
import { Badge, ChartSkeleton, EmptyState, lazyComponent, Menu, Text, VisuallyHidden } from '@cairn/ui';
import { ExportItems } from '@cairn/views/export-items';
import { Braces, ExternalLink, MessageCircleQuestion, Pin, RotateCcw } from 'lucide-react';
import { Suspense, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useInViewport } from '../../../in-viewport.ts';
import { CardShell } from '../card-shell.tsx';
import type { CardProps } from '../card-type.tsx';
import { cardQuery, exploreTitle, narrowedBehind, savedViewOf } from './card-query.ts';
import { useBehind } from '../../behind.ts';
import { useAbout } from '../../use-about.ts';
import type { ChosenSnippet } from './card-snippets.tsx';
import { useDebugCard } from './use-debug-card.tsx';
import styles from './explore-card.module.css';

const CardSnippets = lazyComponent(async () => (await import('./card-snippets.tsx')).CardSnippets);

type BodyProps = CardProps<ExploreCard>;
/** The element that the answer is drawn in. */
type Frame = RefObject<HTMLDivElement | null>;

/** A view that a reader chose and nobody saved yet. */
interface ViewChange {
  readonly view: View;
  readonly isChanged: boolean;
  readonly change: (view: View | null) => void;
}

/** The card as it is shown, asked another way by a snippet that a reader chose. */
function usePivot(card: ExploreCard) {
  const [pivot, setPivot] = useState<ChosenSnippet | null>(null);
  const shown = useMemo(
    () =>
      pivot ? { ...card, state: { ...card.state, params: pivotBy(card.state.params, pivot.part) } } : card,
    [card, pivot],
  );
  return { shown, pivot, setPivot };
}

/** Draws the answer of a card's question under its title. */
export function ExploreCardBody(props: BodyProps): ReactNode {
  const { card, unlocked, onEdit, onRemove } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [changed, setChanged] = useState<View | null>(null);
  const { shown: asked, pivot, setPivot } = usePivot(card);
  const [isPicking, setPicking] = useState(false);
  const shown = { view: changed ?? savedViewOf(card), isChanged: changed !== null, change: setChanged };
  const debug = useDebugCard(useAskedQuery(asked, props.range), shown.view);
  return (
    <CardShell
      name={exploreTitle(card)}
      title={<CardTitle card={card} />}
      badge={
        <>
          {pivot && <Badge>{pivot.name}</Badge>}
          {shown.isChanged && <Badge tone="accent">Changed</Badge>}
        </>
      }
      menu={
        <>
          <ExploreItems {...props} asked={asked} shown={shown} frame={frame} />
          {debug.item}
          <PivotItems
            tags={card.snippetTags}
            pivot={pivot}
            onPick={() => setPicking(true)}
            onReset={() => setPivot(null)}
          />
        </>
      }
      transparent={card.transparent}
      {...{ unlocked, onEdit, onRemove }}
    >
      <Answer {...props} card={asked} shown={shown} frame={frame} />
      {debug.dialog}
      {isPicking && (
        <Suspense fallback={null}>
          <CardSnippets
            card={card}
            onClose={() => setPicking(false)}
            onChoose={(chosen) => {
              setPivot(chosen);
              setPicking(false);
            }}
          />
        </Suspense>
      )}
    </CardShell>
  );
}

/** The query of a card in the dates of its board, narrowed to what the board stands for; null where it cannot be. */
function useNarrowedQuery(card: ExploreCard, range: BodyProps['range']) {
  const behind = useBehind();
  return useMemo(() => narrowedBehind(cardQuery(card, range), behind), [card, range, behind]);
}

/** The query that the menu of a card opens: narrowed, or its own where it cannot be. */
function useAskedQuery(card: ExploreCard, range: BodyProps['range']) {
  return useNarrowedQuery(card, range) ?? cardQuery(card, range);
}

function CardTitle({ card }: { card: ExploreCard }): ReactNode {
  const title = exploreTitle(card);
  return (
    <Text as="h2" truncate className={styles.title} data-center={card.centerTitle || undefined}>
      {card.showTitle ? title : <VisuallyHidden>{title}</VisuallyHidden>}
    </Text>
  );
}

interface PivotItemsProps {
  readonly tags: readonly string[];
  readonly pivot: ChosenSnippet | null;
  readonly onPick: () => void;
  readonly onReset: () => void;
}

/** Asks the question of the card another way, where snippets are offered by its tags. */
function PivotItems({ tags, pivot, onPick, onReset }: PivotItemsProps): ReactNode {
  return (
    <>
      {tags.length > 0 && (
        <Menu.Item leftSection={<Braces size={14} />} onClick={onPick}>
          Ask with a snippet
        </Menu.Item>
      )}
      {pivot && (
        <Menu.Item leftSection={<RotateCcw size={14} />} onClick={onReset}>
          Reset to the card's question
        </Menu.Item>
      )}
    </>
  );
}

function ExploreItems({
  card,
  asked,
  range,
  unlocked,
  onChange,
  shown,
  frame,
}: BodyProps & { asked: ExploreCard; shown: ViewChange; frame: Frame }): ReactNode {
  const about = useAbout();
  const query = useAskedQuery(asked, range);
  const keep = () => {
    onChange({ ...card, state: { ...card.state, viz: [shown.view] } });
    shown.change(null);
  };
  return (
    <>
      <OpenItem card={asked} range={range} view={shown.view} />
      <ExportItems
        part={() => frame.current}
        formats={['png', 'svg', 'pdf']}
        about={() => about.card(query)}
      />
      {shown.isChanged && (
        <Menu.Item leftSection={<RotateCcw size={14} />} onClick={() => shown.change(null)}>
          Reset to the card's view
        </Menu.Item>
      )}
      {shown.isChanged && unlocked && (
        <Menu.Item leftSection={<Pin size={14} />} onClick={keep}>
          Keep this view
        </Menu.Item>
      )}
    </>
  );
}

function OpenItem({ card, range, view }: Pick<BodyProps, 'card' | 'range'> & { view: View }): ReactNode {
  const { org, navigate } = useHost();
  const target = {
    query: useAskedQuery(card, range),
    view,
    title: card.title,
    ...(card.savedId ? { saved: card.savedId } : {}),
  };
  return (
    <Menu.Item
      leftSection={<ExternalLink size={14} />}
      onClick={() => navigate(exploreAddress(org.id, target))}
    >
      Open in Explore
    </Menu.Item>
  );
}

/** The answer, asked for once the card comes near the viewport. */
function Answer({
  card,
  range,
  colors,
  shown,
  frame,
}: BodyProps & { shown: ViewChange; frame: Frame }): ReactNode {
  const host = useHost();
  const isInView = useInViewport(frame);
  const query = useNarrowedQuery(card, range);
  const { entity } = useBehind();
  const asks = card.state.params.select.length > 0;
  return (
    <div ref={frame} className={styles.view}>
      {!asks ? (
        <EmptyState inline icon={<MessageCircleQuestion aria-hidden />} title="This card asks nothing yet">
          Open it in Explore from its menu, save the query, and add it as a card.
        </EmptyState>
      ) : query === null ? (
        <EmptyState inline title="This card says nothing of it">
          {`From what it asks for nothing leads to this ${CATALOGUE.kind(entity?.kind ?? '')?.label.toLowerCase() ?? 'entity'}.`}
        </EmptyState>
      ) : isInView ? (
        host.renderPart('explore/QuestionView', {
          query,
          view: shown.view,
          onViewChange: shown.change,
          colors,
          label: card.title || 'Question',
        })
      ) : (
        <ChartSkeleton height="100%" />
      )}
    </div>
  );
}
