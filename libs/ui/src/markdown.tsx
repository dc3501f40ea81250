import { Suspense, type ReactNode } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { Skeleton } from './skeletons.tsx';

export interface MarkdownProps {
  text: string;
  /** Allows images. They are off by default, because a foreign address learns of the reader. */
  images?: boolean;
  /** Draws the plain words of the text, for instance with links in them; code stays as it is. */
  words?: (text: string) => ReactNode;
}

const MarkdownText = lazyComponent(async () => (await import('./markdown-text.tsx')).MarkdownText);

/** Markdown as text; raw HTML is skipped (W§5). The renderer is loaded on first use. */
export function Markdown(props: MarkdownProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height={Math.min(200, 22 * props.text.split('\n').length)} />}>
      <MarkdownText {...props} />
    </Suspense>
  );
}
