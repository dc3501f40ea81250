import { useHost } from '@cairn/host';
import type { ReactNode } from 'react';
import { selectKind } from '../graph/fields.ts';
import type { EditorProps } from './editor-props.ts';
import { OptionList } from '../options/option-list.tsx';

/** Chooses the kind of the query. Kinds without a source come last, with a note. */
export function SelectEditor({ query, configuration, onApply }: EditorProps): ReactNode {
  const host = useHost();
  const ordered = configuration.kinds.toSorted((a, b) => Number(b.provided) - Number(a.provided));
  const pick = (name: string) => {
    const { query: next, lost } = selectKind(query, name, configuration);
    const count = lost === 1 ? '1 clause' : `${lost} clauses`;
    if (lost > 0)
      host.toast({ kind: 'info', message: `Removed ${count} that the new selection does not have` });
    onApply(next);
  };
  return (
    <OptionList
      label="What to select"
      placeholder="Commits, files, people…"
      options={ordered.map(({ name, plural, provided }) => ({
        value: name,
        label: plural,
        group: provided ? 'In this workspace' : 'No integration provides these yet',
      }))}
      onPick={pick}
    />
  );
}
