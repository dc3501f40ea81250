import type { ChatReply } from '@cairn/contracts/chat-replies';
import { useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { addressOf, savedQuery, useCreateControl, useSaveThing } from '@cairn/saved';
import { ChartSkeleton, IconButton, linkAttributes, Panel } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { Bookmark, BookmarkCheck, Link2 } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useInViewport } from '../in-viewport.ts';
import styles from './chat.module.css';

type Answer = ChatReply['answers'][number];
const AUTOMATIC = { value: 'default', config: {} };
const NAME_LENGTH = 200;

/** A query of an answer, drawn, to be opened in Explore, saved or copied. */
export function AnswerCard({ answer }: { answer: Answer }): ReactNode {
  const { org, renderPart, toast } = useHost();
  const { title, query } = answer;
  const view = answer.view ?? AUTOMATIC;
  const frame = useRef<HTMLDivElement>(null);
  const isInView = useInViewport(frame);
  const address = exploreAddress(org.id, { query, view, title });
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    toast({ kind: 'info', message: 'Copied the link' });
  };
  return (
    <Panel
      className={styles.answer ?? ''}
      title={title}
      actions={
        <>
          <Link {...linkAttributes()} to={address}>
            Open in Explore
          </Link>
          <SaveAnswer answer={answer} />
          <IconButton size="small" label={`Copy the link to ${title}`} onClick={() => void copy()}>
            <Link2 size={14} aria-hidden />
          </IconButton>
        </>
      }
    >
      <div ref={frame} className={styles.picture} data-view={view.value}>
        {isInView ? (
          renderPart('explore/QuestionView', { query, view, label: title })
        ) : (
          <ChartSkeleton height="100%" />
        )}
      </div>
    </Panel>
  );
}

/** Saves the query of an answer for the user alone; once it is saved, opens it. */
function SaveAnswer({ answer: { title, query, view } }: { answer: Answer }): ReactNode {
  const { org, navigate, toast } = useHost();
  const { create } = useSaveThing();
  const control = useCreateControl(savedQuery.rules);
  const save = useMutation({
    mutationFn: () =>
      create({
        type: savedQuery.type,
        name: title.slice(0, NAME_LENGTH),
        state: JSON.stringify({ params: query, viz: view ? [view] : [] }),
      }),
    onSuccess: ({ name }) => toast({ kind: 'info', message: `Saved ${name}` }),
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  if (save.data) {
    const saved = save.data;
    return (
      <IconButton
        size="small"
        label={`Open the saved ${title}`}
        onClick={() => navigate(addressOf(org.id, saved))}
      >
        <BookmarkCheck size={14} aria-hidden />
      </IconButton>
    );
  }
  return (
    <IconButton
      size="small"
      label={`Save ${title}`}
      disabled={save.isPending}
      onClick={() => save.mutate()}
      {...control}
    >
      <Bookmark size={14} aria-hidden />
    </IconButton>
  );
}
