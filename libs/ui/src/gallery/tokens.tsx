import { Panel } from '@cairn/ui';
import type { ReactNode } from 'react';

/** Every pair of text and background in the product, each at WCAG AA. */
export const TEXT_PAIRS: readonly (readonly [text: string, background: string])[] = [
  ...['text', 'text-muted', 'text-faint', 'accent-text'].flatMap((text) =>
    ['bg', 'surface', 'raised', 'sunken'].map((background) => [text, background] as const),
  ),
  ...['good', 'warn', 'bad'].flatMap((tone) => [
    [tone, 'surface'] as const,
    [tone, 'raised'] as const,
    [tone, `${tone}-soft`] as const,
    ['text', `${tone}-soft`] as const,
  ]),
  ['accent-text', 'accent-soft'],
  ['text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-bad', 'bad'],
  ['on-bad', 'bad-hover'],
  ['on-inverse', 'inverse'],
  ['inverse-muted', 'inverse'],
  ['chart-axis', 'surface'],
];

/** The colour tokens on each other. */
export function TokensGallery(): ReactNode {
  return (
    <Panel title="Text on background">
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 4 }}>
        {TEXT_PAIRS.map(([text, background]) => (
          <div
            key={`${text} ${background}`}
            className="cn-truncate"
            style={{
              padding: '4px 8px',
              borderRadius: 4,
              fontSize: 12,
              color: `var(--cn-${text})`,
              background: `var(--cn-${background})`,
            }}
          >
            {text} · {background}
          </div>
        ))}
      </div>
    </Panel>
  );
}
