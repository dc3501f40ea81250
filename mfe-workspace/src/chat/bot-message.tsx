import { addressAt, useHost } from '@cairn/host';
import { Button, LinkButton, Note } from '@cairn/ui';
import { JsonViewer, MarkdownViewer } from '@cairn/ui/viewers';
import { useSaveText } from '@cairn/views/save-text';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AnswerCard } from './answer-card.tsx';
import styles from './chat.module.css';
import type { ChatMessage } from './conversation.ts';
import { structuredOf } from './structured.ts';
import { useReveal } from './use-reveal.ts';

interface BotMessageProps {
  message: ChatMessage;
  isArriving: boolean;
}

/** An answer of the assistant: its words, what it draws, and what is called so. */
export function BotMessage({ message, isArriving }: BotMessageProps): ReactNode {
  const { text, isError, reply } = message;
  const shown = useReveal(text, isArriving);
  if (isError) return <Note tone="bad">{text}</Note>;
  return (
    <article className={styles.theirs} aria-label="Answer" aria-busy={shown !== text}>
      <Words text={text} shown={shown} />
      {reply?.answers.map((answer, at) => (
        <AnswerCard key={at} answer={answer} />
      ))}
      {reply && <Entities entities={reply.entities} listsTeams={reply.listsTeams} />}
      {reply?.topicName && <FindTopic name={reply.topicName} />}
    </article>
  );
}

/** Words as markdown; text that is JSON from end to end as nested data (W§5). */
function Words({ text, shown }: { text: string; shown: string }): ReactNode {
  const data = structuredOf(text);
  const save = useSaveText();
  if (data !== undefined) return <JsonViewer data={data} />;
  return (
    <MarkdownViewer name="Answer in words" text={shown || '…'} copied={text} isCompact onDownload={save} />
  );
}

type Reply = NonNullable<ChatMessage['reply']>;

function Entities({ entities, listsTeams }: Pick<Reply, 'entities' | 'listsTeams'>): ReactNode {
  const { org, navigate, openEntity } = useHost();
  if (entities.length === 0 && !listsTeams) return null;
  const open = ({ uuid, kind }: Reply['entities'][number]) =>
    kind === 'Team' ? navigate(addressAt(org.id, 'teams', uuid)) : openEntity(uuid);
  return (
    <ul className={styles.entities}>
      {entities.map((entity) => (
        <li key={entity.uuid}>
          <LinkButton onClick={() => open(entity)}>{entity.name}</LinkButton> <small>{entity.kind}</small>
        </li>
      ))}
      {listsTeams && (
        <li>
          <LinkButton onClick={() => navigate(addressAt(org.id, 'teams'))}>Open the teams</LinkButton>
        </li>
      )}
    </ul>
  );
}

/** Opens the topic of a name, where one is called so. */
function FindTopic({ name }: { name: string }): ReactNode {
  const host = useHost();
  const find = useMutation({ mutationFn: () => host.ask(`topic ${name}`, { inTab: true }) });
  return (
    <div>
      <Button size="small" loading={find.isPending} onClick={() => find.mutate()}>
        Find the topic “{name}”
      </Button>
      {find.data === false && <Note tone="warn">No topic has this name.</Note>}
      {find.isError && <Note tone="bad">{find.error.message}</Note>}
    </div>
  );
}
