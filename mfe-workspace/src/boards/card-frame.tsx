import type { Card, View } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { Badge, IconButton, Markdown, Menu, type DateRange } from '@cairn/ui';
import { Ellipsis, ExternalLink, Pencil, Pin, RotateCcw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cardQuery, DEFAULT_VIEW, QuestionCard, type QuestionCardState } from './question-card.tsx';

export interface CardFrameProps {
  card: Card;
  range: DateRange | null;
  unlocked: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onChange: (card: Card) => void;
}

/** What a card is called in menus and announcements. */
export function cardName(card: Card): string {
  if (card.kind === 'explore') return card.title || 'Untitled question';
  const line = card.markdown.split('\n').find((text) => text.trim()) ?? '';
  return line.replace(/^[#>*\-\s]+/, '').slice(0, 60) || 'Text';
}

/** One card of a board with its title, its menu and what it shows. */
export function CardFrame(props: CardFrameProps): ReactNode {
  return props.card.kind === 'markdown' ? (
    <MarkdownFrame {...props} text={props.card.markdown} transparent={props.card.transparent} />
  ) : (
    <QuestionFrame {...props} card={props.card} />
  );
}

function MarkdownFrame(props: CardFrameProps & { text: string; transparent: boolean }): ReactNode {
  return (
    <article
      className="ws-card"
      data-transparent={props.transparent || undefined}
      aria-label={cardName(props.card)}
    >
      {props.unlocked && (
        <div className="ws-card__head ws-card__grip">
          <span className="ws-card__title cn-faint">Text</span>
          <CardMenu name={cardName(props.card)}>
            <EditItems {...props} />
          </CardMenu>
        </div>
      )}
      <div className="ws-card__text" data-bare={props.unlocked ? undefined : true}>
        {props.text.trim() ? (
          <Markdown text={props.text} />
        ) : (
          <p className="cn-faint">
            {props.unlocked ? 'Nothing written yet. Edit this card from its menu.' : ''}
          </p>
        )}
      </div>
    </article>
  );
}

function QuestionFrame(props: CardFrameProps & { card: QuestionCardState }): ReactNode {
  const { card, range, unlocked, onChange } = props;
  const kept = card.state.viz[0] ?? DEFAULT_VIEW;
  const [changed, setChanged] = useState<View | null>(null);
  return (
    <article className="ws-card" data-transparent={card.transparent || undefined} aria-label={cardName(card)}>
      <div className={unlocked ? 'ws-card__head ws-card__grip' : 'ws-card__head'}>
        <h2 className="ws-card__title cn-truncate" data-center={card.centerTitle || undefined}>
          {card.showTitle ? cardName(card) : <span className="cn-hidden">{cardName(card)}</span>}
        </h2>
        {changed && <Badge tone="accent">Changed</Badge>}
        <CardMenu name={cardName(card)}>
          <OpenItem card={card} range={range} view={changed ?? kept} />
          {changed && (
            <Menu.Item leftSection={<RotateCcw size={14} />} onClick={() => setChanged(null)}>
              Reset to the card's view
            </Menu.Item>
          )}
          {changed && unlocked && (
            <Menu.Item
              leftSection={<Pin size={14} />}
              onClick={() => {
                onChange({ ...card, state: { ...card.state, viz: [changed] } });
                setChanged(null);
              }}
            >
              Keep this view
            </Menu.Item>
          )}
          {unlocked && <EditItems {...props} />}
        </CardMenu>
      </div>
      <QuestionCard card={card} range={range} view={changed ?? kept} onViewChange={setChanged} />
    </article>
  );
}

function CardMenu({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={`Card menu of ${name}`} size="small" className="ws-card__menu">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function OpenItem({
  card,
  range,
  view,
}: {
  card: QuestionCardState;
  range: DateRange | null;
  view: View;
}): ReactNode {
  const { org, navigate } = useHost();
  const place = {
    query: cardQuery(card, range),
    view,
    title: card.title,
    ...(card.savedId ? { saved: card.savedId } : {}),
  };
  return (
    <Menu.Item
      leftSection={<ExternalLink size={14} />}
      onClick={() => navigate(exploreAddress(org.id, place))}
    >
      Open in Explore
    </Menu.Item>
  );
}

function EditItems({ onEdit, onRemove }: CardFrameProps): ReactNode {
  return (
    <>
      <Menu.Item leftSection={<Pencil size={14} />} onClick={onEdit}>
        Edit card
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item data-danger leftSection={<Trash2 size={14} />} onClick={onRemove}>
        Remove card
      </Menu.Item>
    </>
  );
}
