import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { Integrations } from './integrations.tsx';
import { SourceTypePage } from './source-type-page.tsx';

/** The integrations of the org, or those of one type of source. */
export function Page(): ReactNode {
  const { source } = useParams();
  return source === undefined ? <Integrations /> : <SourceTypePage type={source} />;
}
