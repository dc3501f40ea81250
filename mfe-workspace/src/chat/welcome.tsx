import { SAMPLE_PROMPTS } from '@cairn/contracts/chat-replies';
import { Text } from '@cairn/ui';
import { ChartNoAxesCombined, Gauge, GitCompareArrows, Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './chat.module.css';

const ICONS = [Gauge, ChartNoAxesCombined, Lightbulb, GitCompareArrows] as const;

/** What an empty conversation offers: the sample prompts, and what to expect (W§2.9). */
export function Welcome({ onSend }: { onSend: (text: string) => void }): ReactNode {
  return (
    <div className={styles.welcome}>
      <Text as="h2">What would you like to know?</Text>
      <Text as="p" tone="muted">
        Ask in words, or begin with one of these. Answers are queries and pictures of your data; no language
        model writes here.
      </Text>
      <ul className={styles.samples}>
        {SAMPLE_PROMPTS.map(({ title, prompt }, at) => {
          const Icon = ICONS[at] ?? Gauge;
          return (
            <li key={title}>
              <button type="button" className={styles.sample} onClick={() => onSend(prompt)}>
                <Icon size={16} aria-hidden />
                <span>
                  <strong>{title}</strong>
                  <small>{prompt}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
