import { useHost } from '@cairn/host';
import { Button, LinkButton, Note, Text, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { CornerDownLeft, Sparkles } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './ask-box.module.css';

const EXAMPLES = ['commits per author last month', 'files changed most this year', 'commits by weekday'];

/** The box for a question in words, which opens what they mean (W§2.6). */
export function AskBox({
  onText,
  focused = false,
}: {
  onText?: (text: string) => void;
  focused?: boolean;
}): ReactNode {
  const host = useHost();
  const [text, setText] = useState('');
  const ask = useMutation({ mutationFn: (question: string) => host.ask(question) });
  const write = (next: string) => {
    setText(next);
    onText?.(next);
    if (!ask.isIdle) ask.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !ask.isPending) ask.mutate(text.trim());
  };
  return (
    <form className={styles.form} role="search" aria-label="Ask" onSubmit={submit}>
      <TextField
        aria-label="Ask a question about your data"
        placeholder="Ask a question about your data..."
        size="md"
        maxLength={1_000}
        autoFocus={focused}
        leftSection={<Sparkles size={16} aria-hidden />}
        rightSectionWidth={72}
        rightSection={
          <Button type="submit" size="small" loading={ask.isPending} disabled={!text.trim()}>
            Ask <CornerDownLeft aria-hidden />
          </Button>
        }
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {ask.isError ? (
        <Note tone="bad">{ask.error.message}</Note>
      ) : ask.data === false ? (
        <Note tone="warn">No topic has this name.</Note>
      ) : (
        <Examples
          onPick={(example) => {
            write(example);
            ask.mutate(example);
          }}
        />
      )}
    </form>
  );
}

function Examples({ onPick }: { onPick: (example: string) => void }): ReactNode {
  return (
    <p className={styles.examples}>
      <Text tone="faint">Try</Text>
      {EXAMPLES.map((example) => (
        <LinkButton key={example} onClick={() => onPick(example)}>
          {example}
        </LinkButton>
      ))}
    </p>
  );
}
