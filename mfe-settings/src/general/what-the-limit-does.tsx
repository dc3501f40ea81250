import type { ReactNode } from 'react';
import styles from './what-the-limit-does.module.css';

const HIDES: readonly string[] = [
  'Questions by person or about one person are refused, on every page and in exports.',
  'Figures and groups of fewer than five other people are withheld, and so is the smallest group beside them, so that a total does not tell them. The answer says how many.',
  'Lists, exports, search and the feed leave out who did what.',
];

const CANNOT_HIDE: readonly string[] = [
  'The page of one commit, pull request, issue or message names its people. The list of people and teams stays.',
  'Rows are there without names: whoever knows from git who did something can count it. Texts such as commit messages may name people.',
  'Whoever compares answers to different questions, or of different days, may work out what one answer withholds.',
];

/** What a limit on figures of one person hides, and what it cannot hide. */
export function WhatTheLimitDoes(): ReactNode {
  return (
    <div className={styles.words}>
      <p>Where this is limited, for everybody else:</p>
      <ul aria-label="What the limit hides">
        {HIDES.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>What it cannot hide:</p>
      <ul aria-label="What the limit cannot hide">
        {CANNOT_HIDE.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}
