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

const WAIT_MS = 500;
const APART = 6;
const EDGE = 5;

type Trigger = DOMAttributes<Element> & AriaAttributes;

export interface TooltipProps {
  label: ReactNode;
  position?: Placement;
  /** The greatest width in pixels; longer text wraps. */
  maw?: number;
  /** The single element that the tooltip describes; it gets the handlers. */
  children: ReactElement<Trigger>;
}

/** Describes an element while it is hovered or focused by keyboard. Escape closes it. */
export function Tooltip({ label, position = 'top', maw = 360, children }: TooltipProps): ReactNode {
  const id = useId();
  const [target, setTarget] = useState<Element | null>(null);
  const [over, setOver] = useState<Element | null>(null);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => setTarget(over), WAIT_MS);
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
        <Bubble id={id} target={target} position={position} width={maw} onEscape={hide}>
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
  width: number;
  onEscape: () => void;
  children: ReactNode;
}

function Bubble({ id, target, position, width, onEscape, children }: BubbleProps): ReactNode {
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
  const visibility = isPositioned ? 'visible' : 'hidden';
  return (
    <Portal>
      <div
        ref={setBubble}
        id={id}
        role="tooltip"
        className={styles.tooltip}
        style={{ ...floatingStyles, maxWidth: width, visibility }}
      >
        {children}
      </div>
    </Portal>
  );
}
