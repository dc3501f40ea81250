import { AppError, howRead } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { addressOf, useSavedTypes } from '@cairn/saved';
import { Keys, UntitledDialog, Text } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { chatClient } from '@cairn/client';
import { useCommands } from '../commands/commands.ts';
import { choicesFor, mentionChoices, mentionIn, type Choice } from './matches.ts';
import { NO_ENTITIES, useFoundEntities } from './use-found-entities.ts';
import { useFoundSaved } from './use-found-saved.ts';
import styles from './palette.module.css';

const WIDTH = 600;

/** Search and ask in one place (W§2.6): commands, saved things, entities, and questions in words. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <UntitledDialog open={open} onClose={onClose} label="Search or ask" width={WIDTH}>
      <PaletteBody onClose={onClose} />
    </UntitledDialog>
  );
}

function useAsk(onClose: () => void) {
  const host = useHost();
  return useMutation({
    mutationFn: (text: string) =>
      chatClient.askQuery({ params: { orgId: host.org.id }, input: { text, timezone: host.timezone } }),
    onSuccess: ({ data }) => {
      const { query, view, title } = data;
      onClose();
      const place = { query, title, read: howRead(data), ...(view ? { view } : {}) };
      host.navigate(exploreAddress(host.org.id, place));
    },
  });
}

function PaletteBody({ onClose }: { onClose: () => void }): ReactNode {
  const host = useHost();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const ask = useAsk(onClose);
  const types = useSavedTypes();
  const mention = mentionIn(text);
  const entities = useFoundEntities(mention?.term ?? text);
  const write = (next: string) => {
    setText(next);
    setAt(0);
    ask.reset();
  };
  const found = choicesFor(
    text,
    {
      commands: useCommands(),
      saved: useFoundSaved(text),
      types,
      entities: mention ? NO_ENTITIES : entities,
    },
    {
      ask: ask.mutate,
      openLink: (link) => host.navigate(addressOf(host.org.id, link, types)),
      openEntity: (uuid) => host.navigate(`/${host.org.id}/entity/${uuid}`),
    },
  );
  const choices = mention ? [...mentionChoices(mention, entities, write), ...found] : found;
  const active = Math.min(at, choices.length - 1);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    if (choice.kind !== 'ask' && choice.kind !== 'mention') onClose();
    choice.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setAt((active + by + choices.length) % Math.max(1, choices.length));
    else if (event.key === 'Enter') choose(choices[active]);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['palette']}>
      <Field
        text={text}
        listId={listId}
        active={choices[active] ? `${listId}-${active}` : undefined}
        onText={write}
        onKeyDown={onKeyDown}
      />
      <AskState pending={ask.isPending} error={ask.error} />
      <Choices id={listId} choices={choices} active={active} onPick={choose} onHover={setAt} />
    </div>
  );
}

function Field({
  text,
  listId,
  active,
  onText,
  onKeyDown,
}: {
  text: string;
  listId: string;
  active: string | undefined;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}): ReactNode {
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
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function AskState({ pending, error }: { pending: boolean; error: Error | null }): ReactNode {
  if (pending) {
    return (
      <p className={styles['status']} role="status">
        searching...
      </p>
    );
  }
  if (!error) return null;
  const code = error instanceof AppError ? error.code : '';
  return (
    <p className={styles['status']} role="alert" data-code={code}>
      {error.message}
    </p>
  );
}

interface ChoicesProps {
  id: string;
  choices: readonly Choice[];
  active: number;
  onPick: (choice: Choice) => void;
  onHover: (index: number) => void;
}

function Choices({ id, choices, active, onPick, onHover }: ChoicesProps): ReactNode {
  if (choices.length === 0) return <p className={styles['status']}>no matches</p>;
  return (
    <div role="listbox" id={id} aria-label="Results" className={styles['list']}>
      {choices.map((choice, index) => {
        const Icon = choice.icon;
        const first = choices[index - 1]?.group !== choice.group;
        return (
          <div key={`${choice.kind}-${choice.id}`} role="presentation">
            {first && (
              <div className={styles['group']} role="presentation">
                {choice.group}
              </div>
            )}
            <div
              role="option"
              id={`${id}-${index}`}
              aria-selected={index === active}
              className={styles['choice']}
              ref={(node) => {
                if (index === active) node?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerMove={() => onHover(index)}
              onClick={() => onPick(choice)}
            >
              <Icon size={16} aria-hidden />
              <Text truncate>{choice.label}</Text>
              {choice.hint && (
                <Text truncate className={styles['hint'] ?? ''}>
                  {choice.hint}
                </Text>
              )}
              {choice.keys && (
                <span className={styles['keys']}>
                  <Keys keys={choice.keys} />
                </span>
              )}
            </div>
          </div>
        );
      })}
    </div>
  );
}
