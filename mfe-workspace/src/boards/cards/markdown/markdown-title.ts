import type { MarkdownCard } from './markdown-card-state.ts';

/** The first line of a text without its marks. */
export function markdownTitle({ markdown }: MarkdownCard): string {
  const line = markdown.split('\n').find((text) => text.trim()) ?? '';
  return line.replace(/^[#>*\-\s]+/, '').slice(0, 60) || 'Text';
}
