import type { Source, SourceWords } from '@cairn/contracts';
import { phaseOf } from '@cairn/contracts';
import { addressAt, useHost } from '@cairn/host';
import { Badge, linkAttributes, Note, ProgressBar, Text } from '@cairn/ui';
import {
  Cable,
  FlaskConical,
  GitBranch,
  GitPullRequest,
  Send,
  ShieldCheck,
  Ticket,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { planInWords } from './schedule-words.ts';
import { SourceActions } from './source-actions.tsx';
import { isWorking, lastReadInWords, limitWords, progressInWords, statusOf } from './source-words.ts';
import styles from './integrations.module.css';

/** The icons that connectors name; any other name is drawn as a plug. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'git-branch': GitBranch,
  'git-pull-request': GitPullRequest,
  ticket: Ticket,
  workflow: Workflow,
  'shield-check': ShieldCheck,
  send: Send,
  'flask-conical': FlaskConical,
};

interface SourceRowProps {
  readonly source: Source;
  readonly words: SourceWords;
  /** What is drawn below it; without it the name leads to the page that draws that. */
  readonly children?: ReactNode;
}

/** One source with its state, its notes and its actions. */
export function SourceRow({ source, words, children }: SourceRowProps): ReactNode {
  const { org, timezone } = useHost();
  const { word, tone } = statusOf(source, words);
  const limit = limitWords(source, words, timezone);
  const page = addressAt(org.id, 'settings/integrations', source.type, { source: source.id });
  const Icon = ICONS[words.icon] ?? Cable;
  return (
    <li className={styles['source']}>
      <div className={styles['line']}>
        <span className={styles['icon']}>
          <Icon size={16} aria-hidden />
        </span>
        <div className={styles['words']}>
          <Text as="h2" truncate>
            {children ? (
              source.name
            ) : (
              <Link to={page} {...linkAttributes()}>
                {source.name}
              </Link>
            )}
          </Text>
          <Text as="div" tone="muted">
            {[lastReadInWords(source, words), planInWords(source, timezone)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Badge tone={tone}>{word}</Badge>
        {words.fixed === null && <SourceActions source={source} words={words} />}
      </div>
      {isWorking(source) && <SourceProgress source={source} word={word} />}
      {source.awaitsChoice && <Note tone="warn">Nothing of it is read before you choose what.</Note>}
      {limit && <Note tone="warn">{limit}</Note>}
      {source.error && (
        <Note tone="bad">
          {source.error.message} <code>{source.error.code}</code>
        </Note>
      )}
      {source.isOlder && (
        <Note tone="warn">
          An earlier version of Cairn made its entities. Build it again from raw data to have what this one
          knows of them.
        </Note>
      )}
      {source.coverage && (
        <Text as="p" tone="muted" className={styles['coverage'] ?? ''}>
          {source.coverage}
        </Text>
      )}
      {source.notes.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
      {children}
    </li>
  );
}

function SourceProgress({ source, word }: { source: Source; word: string }): ReactNode {
  const { done = 0, total = null } = phaseOf(source) ?? {};
  return (
    <div className={styles['progress']}>
      <ProgressBar label={`${word} of ${source.name}`} {...(total ? { value: done / total } : {})} />
      <Text tone="muted" numeric>
        {progressInWords(source)}
      </Text>
    </div>
  );
}
