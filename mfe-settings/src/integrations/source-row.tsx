import type { Source, SourceWords } from '@cairn/contracts';
import { phaseOf } from '@cairn/contracts';
import { Badge, Note, ProgressBar } from '@cairn/ui';
import { Cable, FlaskConical, GitBranch, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { SourceActions } from './source-actions.tsx';
import { isWorking, lastReadInWords, progressInWords, statusOf } from './source-words.ts';

/** The icons that connectors name; any other name is drawn as a plug. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  'git-branch': GitBranch,
  'flask-conical': FlaskConical,
};

/** One source with its state, its notes and its actions. */
export function SourceRow({ source, words }: { source: Source; words: SourceWords }): ReactNode {
  const { word, tone } = statusOf(source, words);
  const Icon = ICONS[words.icon] ?? Cable;
  return (
    <li className="st-source">
      <div className="st-source__line">
        <span className="st-source__icon">
          <Icon size={16} aria-hidden />
        </span>
        <div className="st-source__words">
          <h2 className="cn-truncate">{source.name}</h2>
          <div className="cn-muted">{lastReadInWords(source, words)}</div>
        </div>
        <Badge tone={tone}>{word}</Badge>
        {words.fixed === null && <SourceActions source={source} words={words} />}
      </div>
      {isWorking(source) && <SourceProgress source={source} word={word} />}
      {source.error && (
        <Note tone="bad">
          {source.error.message} <code>{source.error.code}</code>
        </Note>
      )}
      {source.notes.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
    </li>
  );
}

function SourceProgress({ source, word }: { source: Source; word: string }): ReactNode {
  const { done = 0, total = null } = phaseOf(source) ?? {};
  return (
    <div className="st-source__progress">
      <ProgressBar label={`${word} of ${source.name}`} {...(total ? { value: done / total } : {})} />
      <span className="cn-muted cn-numeric">{progressInWords(source)}</span>
    </div>
  );
}
