import { chatClient } from '@cairn/client';
import { type AskAnswer, howRead } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { Button, LinkButton, Note, Text, TextField } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { CornerDownLeft, Sparkles } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import styles from './ask-box.module.css';

const EXAMPLES = ['commits per author last month', 'files changed most this year', 'commits by weekday'];

/** The box for a question in words. A fully understood question opens in Explore; otherwise the box first shows what it understood. */
export function AskBox(): ReactNode {
  const { org, timezone, navigate } = useHost();
  const [text, setText] = useState('');
  const open = (answer: AskAnswer) => {
    const { query, view, title } = answer;
    navigate(exploreAddress(org.id, { query, title, read: howRead(answer), ...(view ? { view } : {}) }));
  };
  const ask = useMutation({
    mutationFn: async (question: string) =>
      (await chatClient.askQuery({ params: { orgId: org.id }, input: { text: question, timezone } })).data,
    onSuccess: (answer) => {
      if (answer.ignored.length === 0) open(answer);
    },
  });
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
        leftSection={<Sparkles size={16} aria-hidden />}
        rightSectionWidth={72}
        rightSection={
          <Button type="submit" size="small" loading={ask.isPending} disabled={!text.trim()}>
            Ask <CornerDownLeft aria-hidden />
          </Button>
        }
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (ask.data || ask.error) ask.reset();
        }}
      />
      {ask.isError ? (
        <Note tone="bad">{ask.error.message}</Note>
      ) : ask.data && ask.data.ignored.length > 0 ? (
        <Understood answer={ask.data} onOpen={() => open(ask.data)} />
      ) : (
        <Examples
          onPick={(example) => {
            setText(example);
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

function Understood({ answer, onOpen }: { answer: AskAnswer; onOpen: () => void }): ReactNode {
  return (
    <Note
      tone="warn"
      action={
        <Button size="small" onClick={onOpen}>
          Open in Explore
        </Button>
      }
    >
      {howRead(answer).join(' ')}
    </Note>
  );
}
