import { Text, TextField } from '@cairn/ui';
import { Check } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './option-list.module.css';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** The group's heading; options of one group are listed together. */
  readonly group?: string;
  /** At the end of the line: a count, a type. */
  readonly note?: string;
  readonly hint?: string | undefined;
}

interface OptionListProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly onPick: (value: string) => void;
  /** The selected values, when several may be. */
  readonly picked?: ReadonlySet<string>;
  /** Called on typing, when the caller searches instead of the list. */
  readonly onSearch?: (text: string) => void;
  /** Called on Enter where there is nothing to choose. */
  readonly onEnter?: () => void;
  readonly placeholder?: string;
  /** The message without a match. */
  readonly none?: string;
  readonly footer?: ReactNode;
  /** The text that it begins with. */
  readonly start?: string;
  /** Shows "Reading values" instead of "No match". */
  readonly waiting?: boolean;
}

const MOST = 300;

/** A list to choose from by typing, arrow keys and Enter, or by mouse. */
export function OptionList(props: OptionListProps): ReactNode {
  const { label, options, onPick, picked, onSearch, placeholder = 'Search', footer } = props;
  const { none = 'No match', waiting = false, start = '' } = props;
  const [text, setText] = useState(start);
  const input = useRef<HTMLInputElement>(null);
  // A list may replace another one in the same popover, and the focus was lost with that.
  useEffect(() => {
    input.current?.focus();
  }, []);
  const id = useId();
  const shown = useMemo(
    () => (onSearch ? options : matching(options, text)).slice(0, MOST),
    [options, text, onSearch],
  );
  const { list, active, onKeyDown, reset } = useActiveOption(shown, onPick, props.onEnter);
  return (
    <div className={styles.options}>
      <TextField
        ref={input}
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          reset();
          onSearch?.(currentTarget.value);
        }}
      />
      <div
        className={styles.list}
        role="listbox"
        id={id}
        aria-label={label}
        aria-multiselectable={picked !== undefined}
        ref={list}
        tabIndex={-1}
      >
        <Lines {...{ id, shown, active, picked, onPick }} />
        {shown.length === 0 && <p className={styles.none}>{waiting ? 'Reading values' : none}</p>}
      </div>
      {footer}
    </div>
  );
}

/** The option that Enter chooses. Arrow keys move it and scroll it into view. */
function useActiveOption(shown: readonly Option[], onPick: (value: string) => void, onEnter?: () => void) {
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const active = Math.min(wanted, shown.length - 1);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setWanted(next);
    list.current?.querySelector(`[data-option="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }[event.key];
    const option = shown[active];
    if (to !== undefined) move(to);
    else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    else if (option) onPick(option.value);
    else onEnter?.();
    event.preventDefault();
  };
  return { list, active, onKeyDown, reset: () => setWanted(0) };
}

interface LinesProps extends Pick<OptionListProps, 'picked' | 'onPick'> {
  readonly id: string;
  readonly shown: readonly Option[];
  readonly active: number;
}

function Lines({ id, shown, active, picked, onPick }: LinesProps): ReactNode {
  return shown.map((option, index) => (
    <Line
      key={option.value}
      option={option}
      id={`${id}-${index}`}
      index={index}
      isActive={index === active}
      isPicked={picked?.has(option.value)}
      heading={option.group !== shown[index - 1]?.group ? option.group : undefined}
      onPick={onPick}
    />
  ));
}

interface LineProps {
  readonly option: Option;
  readonly id: string;
  readonly index: number;
  readonly isActive: boolean;
  readonly isPicked: boolean | undefined;
  readonly heading: string | undefined;
  readonly onPick: (value: string) => void;
}

function Line({ option, id, index, isActive, isPicked, heading, onPick }: LineProps): ReactNode {
  return (
    <>
      {heading && (
        <div className={styles.group} role="presentation">
          {heading}
        </div>
      )}
      <div
        role="option"
        id={id}
        data-option={index}
        aria-selected={isPicked ?? isActive}
        data-active={isActive || undefined}
        className={styles.line}
        title={option.hint}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onPick(option.value)}
      >
        {isPicked !== undefined && (
          <span className={styles.box}>{isPicked && <Check size={12} aria-hidden />}</span>
        )}
        <Text truncate>{option.label}</Text>
        {option.note && <small>{option.note}</small>}
      </div>
    </>
  );
}

function matching(options: readonly Option[], text: string): readonly Option[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label, group = '' }) => {
    const all = `${group} ${label}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
