import type { View } from '@cairn/contracts';
import { Tooltip } from '@cairn/ui';
import { CANNOT_DRAW, fitOf, PICKS, pickOf, type Pick, type Shape, type ViewEntry } from '@cairn/views';
import { ChartBar } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ICONS } from './icons.ts';

export interface ViewPickerProps {
  readonly entry: ViewEntry;
  readonly config: Readonly<Record<string, unknown>>;
  readonly shape: Shape;
  readonly onPick: (view: View) => void;
}

/** The ways to see the answer; those that cannot draw it say why, and are there to be read. */
export function ViewPicker({ entry, config, shape, onPick }: ViewPickerProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const current = pickOf(entry, config);
  const pick = (chosen: Pick) => {
    if (!fitOf(chosen, shape).ok) return;
    const kept = chosen.view === entry.definition.id ? config : {};
    onPick({ value: chosen.view as View['value'], config: { ...kept, ...chosen.config } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  };
  return (
    <div className="cn-picker" role="toolbar" aria-label="View" ref={bar} onKeyDown={onKeyDown}>
      {PICKS.map((each) => (
        <PickButton
          key={each.id}
          pick={each}
          isCurrent={each.id === current?.id}
          shape={shape}
          onPick={() => pick(each)}
        />
      ))}
    </div>
  );
}

interface PickButtonProps {
  readonly pick: Pick;
  readonly isCurrent: boolean;
  readonly shape: Shape;
  readonly onPick: () => void;
}

function PickButton({ pick, isCurrent, shape, onPick }: PickButtonProps): ReactNode {
  const fit = fitOf(pick, shape);
  const Icon = ICONS[pick.icon] ?? ChartBar;
  return (
    <Tooltip maw={280} label={fit.ok ? pick.label : `${CANNOT_DRAW}. ${fit.reason}`}>
      <button
        type="button"
        className="cn-picker__pick"
        aria-pressed={isCurrent}
        aria-disabled={!fit.ok}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onPick}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span>{pick.label}</span>
      </button>
    </Tooltip>
  );
}
