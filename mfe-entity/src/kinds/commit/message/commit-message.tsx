import type { ReactNode } from 'react';
import { textOf } from '../../../entity/read-entity.ts';
import type { EntityProps } from '../../../kind-page/kind-page.ts';
import { Folded } from '../../../text/folded.tsx';
import { linkWords } from '../../../text/linked-words.tsx';
import styles from './commit-message.module.css';
import { readMessage } from './read-message.ts';

/** The body of a commit message as prose; its trailers, such as Signed-off-by, follow as a list. */
export function CommitMessage({ entity }: EntityProps): ReactNode {
  const { blocks, trailers } = readMessage(textOf(entity, 'message') ?? '');
  if (blocks.length === 0 && trailers.length === 0) return null;
  return (
    <Folded>
      <div className={styles.message}>
        {blocks.map(({ code, text: block }, at) =>
          code ? <pre key={at}>{block}</pre> : <p key={at}>{linkWords(block)}</p>,
        )}
        {trailers.length > 0 && (
          <dl className={styles.trailers}>
            {trailers.map(({ name, value }, at) => (
              <div key={at}>
                <dt>{name}</dt>
                <dd>{linkWords(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Folded>
  );
}
