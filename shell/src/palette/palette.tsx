import { AppError } from '@cairn/contracts';
import { Text, UntitledDialog } from '@cairn/ui';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { KEEPS_OPEN, type Choice } from './choice.ts';
import { ChoiceList } from './choice-list.tsx';
import { Preview } from './preview.tsx';
import { useChoices, type TabNavigation } from './use-choices.ts';
import styles from './palette.module.css';

/** The width of Search or Ask, in pixels (W§9). */
export const PALETTE_WIDTH = 600;

interface PaletteProps {
  open: boolean;
  onClose: () => void;
  navigation: TabNavigation;
}

/** Search and ask in one place (W§2.6): questions in words, entities, saved things, open tabs, and commands. */
export function Palette({ open, onClose, navigation }: PaletteProps): ReactNode {
  return (
    <UntitledDialog open={open} onClose={onClose} label="Search or ask" width={PALETTE_WIDTH}>
      <PaletteBody onClose={onClose} navigation={navigation} />
    </UntitledDialog>
  );
}

function PaletteBody({ onClose, navigation }: Omit<PaletteProps, 'open'>): ReactNode {
  const [at, setAt] = useState(0);
  const listId = useId();
  const { text, write, choices, status, refusal } = useChoices({ navigation, onClose });
  const active = Math.max(0, Math.min(at, choices.length - 1));
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    if (!KEEPS_OPEN.has(choice.kind)) onClose();
    if (choice.kind === 'mention') setAt(0);
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setAt((active + by + choices.length) % Math.max(1, choices.length));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(choices[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['palette']}>
      <Field
        text={text}
        listId={listId}
        active={choices[active] ? `${listId}-${active}` : undefined}
        status={status}
        onText={(next) => {
          write(next);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {refusal && <Refusal error={refusal} />}
      <ChoiceList id={listId} choices={choices} active={active} onPick={choose} onHover={setAt} />
      <Preview choice={choices[active]} />
    </div>
  );
}

interface FieldProps {
  text: string;
  listId: string;
  active: string | undefined;
  /** How the search goes. */
  status: string;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ text, listId, active, status, onText, onKeyDown }: FieldProps): ReactNode {
  return (
    <div className={styles['field']}>
      <Search size={16} aria-hidden />
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active}
        aria-label="Search or ask a question"
        placeholder="Search or Ask a question..."
        data-autofocus
        maxLength={1_000}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Text tone="faint" role="status">
        {status}
      </Text>
    </div>
  );
}

/** Why a question has no answer. */
function Refusal({ error }: { error: Error }): ReactNode {
  return (
    <p className={styles['refusal']} role="alert" data-code={error instanceof AppError ? error.code : ''}>
      {error.message}
    </p>
  );
}
