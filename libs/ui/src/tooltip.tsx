import { autoUpdate, flip, offset, shift, useFloating, type Placement } from '@floating-ui/react-dom';
import { Portal } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type AriaAttributes,
  type DOMAttributes,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import styles from './tooltip.module.css';

/** How long it waits (W§9). */
export const TOOLTIP_DELAY_MS = 500;
const APART = 6;
const EDGE = 5;
const FEW_WORDS = 360;

type Trigger = DOMAttributes<Element> & AriaAttributes;

/** The least and the greatest width of each size, in pixels (W§9). */
export const TOOLTIP_WIDTHS = { small: [180, 240], medium: [280, 340], large: [400, 600] } as const;

type TooltipSize = keyof typeof TOOLTIP_WIDTHS;

export interface TooltipProps {
  label: ReactNode;
  position?: Placement;
  /** How wide it is for a text (W§9); without it as wide as a few words. */
  size?: TooltipSize;
  /** The single element that the tooltip describes; it gets the handlers. */
  children: ReactElement<Trigger>;
}

/** Describes an element while it is hovered or focused by keyboard. Escape closes it. */
export function Tooltip({ label, position = 'top', size, children }: TooltipProps): ReactNode {
  const id = useId();
  const [target, setTarget] = useState<Element | null>(null);
  const [over, setOver] = useState<Element | null>(null);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => setTarget(over), TOOLTIP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [over]);
  const hide = () => {
    setOver(null);
    setTarget(null);
  };
  const own = children.props;
  const handlers: Trigger = {
    onPointerEnter(event: PointerEvent) {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') setOver(event.currentTarget);
    },
    onPointerLeave(event: PointerEvent) {
      own.onPointerLeave?.(event);
      hide();
    },
    onPointerDown(event: PointerEvent) {
      own.onPointerDown?.(event);
      hide();
    },
    onFocus(event: FocusEvent) {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) setTarget(event.currentTarget);
    },
    onBlur(event: FocusEvent) {
      own.onBlur?.(event);
      hide();
    },
    'aria-describedby': target ? id : own['aria-describedby'],
  };
  return (
    <>
      {cloneElement(children, handlers)}
      {target && (
        <Bubble id={id} target={target} position={position} size={size} onEscape={hide}>
          {label}
        </Bubble>
      )}
    </>
  );
}

interface BubbleProps {
  id: string;
  target: Element;
  position: Placement;
  size: TooltipSize | undefined;
  onEscape: () => void;
  children: ReactNode;
}

function Bubble({ id, target, position, size, onEscape, children }: BubbleProps): ReactNode {
  const [bubble, setBubble] = useState<HTMLElement | null>(null);
  const { floatingStyles, isPositioned } = useFloating({
    elements: { reference: target, floating: bubble },
    placement: position,
    strategy: 'fixed',
    middleware: [offset(APART), flip(), shift({ padding: EDGE })],
    whileElementsMounted: autoUpdate,
  });
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    // Escape is not stopped here, because it may also close a dialog.
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && escape();
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  const [least, most] = size ? TOOLTIP_WIDTHS[size] : [0, FEW_WORDS];
  const narrow = `calc(100vw - ${String(2 * EDGE)}px)`;
  const width = {
    minWidth: `min(${String(least)}px, ${narrow})`,
    maxWidth: `min(${String(most)}px, ${narrow})`,
  };
  const visibility = isPositioned ? 'visible' : 'hidden';
  return (
    <Portal>
      <div
        ref={setBubble}
        id={id}
        role="tooltip"
        className={styles.tooltip}
        style={{ ...floatingStyles, ...width, visibility }}
      >
        {children}
      </div>
    </Portal>
  );
}
