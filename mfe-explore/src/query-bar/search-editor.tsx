import { editQuery } from '@cairn/query';
import { Button, TextField } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { EditorForm } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';

/** Words to search for; all must occur unless operators say otherwise. */
export function SearchEditor({ query, onApply }: EditorProps): ReactNode {
  const [text, setText] = useState(query.search);
  const isComplete = text.trim() !== '';
  return (
    <EditorForm
      onApply={() => {
        if (isComplete) onApply(editQuery(query, { type: 'setSearch', search: text.trim() }));
      }}
    >
      <TextField
        data-autofocus
        label="Search for"
        description="All words must occur. OR and NOT work too: bug NOT resolved"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="primary" disabled={!isComplete}>
        Apply
      </Button>
    </EditorForm>
  );
}
