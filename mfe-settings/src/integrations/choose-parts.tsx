import type { SourceChoice } from '@cairn/contracts';
import type { SourcePart } from '@cairn/contracts/source-preview';
import { Badge, Button, DialogActions, Note, Stack, Text } from '@cairn/ui';
import { Checkbox, SearchField } from '@cairn/ui/fields';
import { useState, type ReactNode } from 'react';
import { chosenSetting, countsInWords, readingInWords } from './part-words.ts';
import styles from './choose-parts.module.css';

interface ChoosePartsProps {
  parts: readonly SourcePart[];
  choice: SourceChoice;
  /** The button that ends the choice. */
  submit: string;
  /** The button that leaves it. */
  back?: string;
  pending: boolean;
  error: string | undefined;
  /** Gets the value of the setting that names what is read. */
  onChoose: (named: string) => void;
  onBack: () => void;
}

/** From so many parts on, a field finds one of them. */
const SEARCHED = 12;

/** The parts of a source with their counts, each to be read or left out. */
export function ChooseParts(props: ChoosePartsProps): ReactNode {
  const { parts, choice, submit, back = 'Back', pending, error, onChoose, onBack } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(parts.filter(({ isChosen }) => isChosen).map(({ key }) => key)),
  );
  const [text, setText] = useState('');
  const shown = parts.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const change = (keys: readonly string[], isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, ...keys] : [...chosen].filter((key) => !keys.includes(key))));
  const keys = shown.map(({ key }) => key);
  const readable = shown.filter(({ isPrivate }) => !isPrivate).map(({ key }) => key);
  const all = parts.some(({ isPrivate }) => isPrivate) ? 'Choose all that are not private' : 'Choose all';
  return (
    <Stack gap={3}>
      {parts.length > SEARCHED && (
        <SearchField label={`Find a ${choice.one}`} value={text} onText={setText} />
      )}
      <div className={styles['all']}>
        <Button onClick={() => change(readable, true)}>{all}</Button>
        <Button onClick={() => change(keys, false)}>Choose none</Button>
      </div>
      <ul className={styles['parts']} aria-label={choice.many}>
        {shown.map((part) => (
          <Part
            key={part.key}
            part={part}
            isChosen={chosen.has(part.key)}
            onChange={(isChosen) => change([part.key], isChosen)}
          />
        ))}
      </ul>
      {shown.length === 0 && <Text tone="muted">No {choice.one} has this name.</Text>}
      <Text as="p" tone="muted">
        {readingInWords(parts, chosen, choice)}
      </Text>
      {parts.some(({ key, isPrivate }) => isPrivate && chosen.has(key)) && (
        <Note tone="warn">
          {choice.private ??
            `Every member of this organization will see what is read of a private ${choice.one}.`}
        </Note>
      )}
      {error !== undefined && <Note tone="bad">{error}</Note>}
      <DialogActions>
        <Button onClick={onBack}>{back}</Button>
        <Button
          variant="primary"
          loading={pending}
          disabled={chosen.size === 0}
          onClick={() => onChoose(chosenSetting(parts, chosen))}
        >
          {submit}
        </Button>
      </DialogActions>
    </Stack>
  );
}

function Part({
  part,
  isChosen,
  onChange,
}: {
  part: SourcePart;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}): ReactNode {
  return (
    <li className={styles['part']}>
      <Checkbox
        label={part.name}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {part.isPrivate && <Badge>Private</Badge>}
      {part.isArchived && <Badge>Archived</Badge>}
      <Text tone="muted" numeric className={styles['counts'] ?? ''}>
        {countsInWords([part])}
      </Text>
    </li>
  );
}
