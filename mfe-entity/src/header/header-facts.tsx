import type { EntityDetail } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, formatDateTime, formatNumber, formatWhen, plural } from '@cairn/ui';
import { type ReactNode, Fragment } from 'react';
import { authorOf, numberOf, relatedOne, textOf } from '../kind/kind-info.ts';
import { CopyText } from '../place/copy-text.tsx';
import { EntityLink } from '../place/place.tsx';

const SHORT_SHA = 7;

function Moment({ words, at }: { words: string; at: string }): ReactNode {
  const { timezone } = useHost();
  const [relative, absolute] = [formatWhen(at, timezone), formatDateTime(at, timezone)];
  return (
    <span>
      {words}{' '}
      <time dateTime={at}>{absolute.startsWith(relative) ? absolute : `${relative} (${absolute})`}</time>
    </span>
  );
}

function Author({ entity }: { entity: EntityDetail }): ReactNode {
  const author = authorOf(entity);
  return (
    author && (
      <span className="en-person">
        <Avatar name={author.name} />
        <EntityLink uuid={author.uuid}>{author.name}</EntityLink>
      </span>
    )
  );
}

function Committed({ entity }: { entity: EntityDetail }): ReactNode {
  const committer = relatedOne(entity, 'Committer');
  const at = textOf(entity, 'committedAt');
  if (!at) return null;
  if (!committer || committer.uuid === relatedOne(entity, 'Person')?.uuid)
    return <Moment words="committed" at={at} />;
  return (
    <span>
      committed by <EntityLink uuid={committer.uuid}>{committer.name}</EntityLink>,{' '}
      <Moment words="" at={at} />
    </span>
  );
}

function changesOf(entity: EntityDetail): ReactNode {
  const [files, added, deleted] = ['changedFiles', 'additions', 'deletions'].map((name) =>
    numberOf(entity, name),
  );
  if (files === null || files === undefined || entity.labels[0] !== 'Commit') return null;
  return (
    <span className="cn-numeric">
      {plural(files, 'file')}{' '}
      {typeof added === 'number' && typeof deleted === 'number' && (
        <>
          <span className="en-lines__added">+{formatNumber(added)}</span>{' '}
          <span className="en-lines__deleted">−{formatNumber(deleted)}</span>
        </>
      )}
    </span>
  );
}

const dated = (entity: EntityDetail, name: string, words: string): ReactNode => {
  const at = textOf(entity, name);
  return at && <Moment key={name} words={words} at={at} />;
};

function factsOf(entity: EntityDetail): ReactNode[] {
  const sha = textOf(entity, 'sha');
  const author = authorOf(entity) && <Author entity={entity} />;
  switch (entity.labels[0]) {
    case 'Commit':
      return [
        author,
        textOf(entity, 'committedAt') && <Committed entity={entity} />,
        sha && <CopyText text={sha} shown={sha.slice(0, SHORT_SHA)} label="Copy SHA" />,
        changesOf(entity),
      ];
    case 'Person':
      return [
        textOf(entity, 'email'),
        dated(entity, 'createdAt', 'first active'),
        dated(entity, 'updatedAt', 'last active'),
      ];
    case 'SourceFile':
      return [
        textOf(entity, 'path') && <CopyText text={textOf(entity, 'path') ?? ''} label="Copy path" />,
        dated(entity, 'updatedAt', 'last changed'),
      ];
    case 'Release':
      return [author, dated(entity, 'publishedAt', 'published')];
    case 'Repository':
      return [
        textOf(entity, 'defaultBranch'),
        dated(entity, 'createdAt', 'first commit'),
        dated(entity, 'updatedAt', 'last commit'),
      ];
    default:
      return [author, dated(entity, 'createdAt', 'created'), dated(entity, 'updatedAt', 'last changed')];
  }
}

/** The few facts that tell what it is at a glance. */
export function HeaderFacts({ entity }: { entity: EntityDetail }): ReactNode {
  const facts = factsOf(entity).filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <div className="en-facts">
      {facts.map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && (
            <span className="en-facts__dot" aria-hidden>
              ·
            </span>
          )}
          {fact}
        </Fragment>
      ))}
    </div>
  );
}
