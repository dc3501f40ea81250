import { Chip, LinkButton } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import styles from './tag-list.module.css';

/** The tags that a list shows before it is asked for more (W§9). */
export const MOST_TAGS = 10;

/** Tags, the first ten at once; a click may choose one. */
export function TagList({
  tags,
  onTag,
}: {
  tags: readonly string[];
  onTag?: (tag: string) => void;
}): ReactNode {
  const [whole, setWhole] = useState(false);
  const more = tags.length - MOST_TAGS;
  return (
    <div className={styles.tags} role="group" aria-label="Tags">
      {tags.slice(0, whole ? tags.length : MOST_TAGS).map((tag) => (
        <Chip key={tag} {...(onTag ? { onClick: () => onTag(tag) } : {})}>
          {tag}
        </Chip>
      ))}
      {more > 0 && (
        <LinkButton onClick={() => setWhole(!whole)}>{whole ? 'Show Less' : `+${more} more`}</LinkButton>
      )}
    </div>
  );
}
