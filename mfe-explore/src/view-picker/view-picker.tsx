import type { View } from '@cairn/contracts';
import { Tooltip } from '@cairn/ui';
import {
  choiceOf,
  offeredViews,
  pickedView,
  useViews,
  type OfferedView,
  type QueryShape,
  type ViewConfig,
  type ViewDefinition,
} from '@cairn/views';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './view-picker.module.css';

export interface ViewPickerProps {
  readonly view: ViewDefinition;
  readonly config: Readonly<ViewConfig>;
  readonly shape: QueryShape;
  readonly onPick: (view: View) => void;
}

/** The views to choose from. Views that cannot draw the answer stay readable and give the reason. */
export function ViewPicker({ view, config, shape, onPick }: ViewPickerProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const views = useViews();
  const current = view.choiceShown?.(config, shape) ?? choiceOf(view, config)?.id;
  const pick = (offered: OfferedView) => {
    if (offered.view.fits(shape).ok) onPick(pickedView(offered, { view, config }));
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
    <div className={styles.picker} role="toolbar" aria-label="View" ref={bar} onKeyDown={onKeyDown}>
      {offeredViews(views).map((offered) => (
        <PickButton
          key={`${offered.view.id} ${offered.id}`}
          offered={offered}
          isCurrent={offered.view === view && offered.id === current}
          shape={shape}
          onPick={() => pick(offered)}
        />
      ))}
    </div>
  );
}

/** Shown on a view that cannot draw the query (X§5). */
const CANNOT_DRAW = 'Unable to visualize this chart with the current query state';

interface PickButtonProps {
  readonly offered: OfferedView;
  readonly isCurrent: boolean;
  readonly shape: QueryShape;
  readonly onPick: () => void;
}

function PickButton({ offered, isCurrent, shape, onPick }: PickButtonProps): ReactNode {
  const { label, icon: Icon, view } = offered;
  const fit = view.fits(shape);
  // A layout of a table tells its own reason alone (X§5).
  const why = fit.ok || view.layout ? undefined : CANNOT_DRAW;
  const reasons = fit.ok ? [label] : [why, fit.reason].filter(Boolean);
  return (
    <Tooltip size="medium" label={reasons.join('. ')}>
      <button
        type="button"
        className={styles.choice}
        aria-pressed={isCurrent}
        aria-disabled={!fit.ok}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onPick}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span>{label}</span>
      </button>
    </Tooltip>
  );
}
