import { useHost } from '@cairn/host';
import { exploreAddress } from '@cairn/query';
import { IconButton, linkAttributes, Panel } from '@cairn/ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './topics.module.css';
import type { TopicSource, TopicSourceList } from './use-topic-sources.ts';

const TABLE = { value: 'unifiedTable', config: {} };
const HEIGHT = 280;

/** The queries of a topic, each drawn with its view. */
export function TopicSources({
  sources,
  isEdited,
}: {
  sources: TopicSourceList;
  isEdited: boolean;
}): ReactNode {
  return (
    <div className={styles['sources']}>
      {sources.all.map((source) => (
        <Source key={source.id} source={source}>
          {isEdited && (
            <IconButton
              label={`Remove ${source.title}`}
              disabled={sources.isSaving}
              onClick={() => sources.remove(source.id)}
            >
              <X size={15} aria-hidden />
            </IconButton>
          )}
        </Source>
      ))}
    </div>
  );
}

function Source({ source, children }: { source: TopicSource; children: ReactNode }): ReactNode {
  const { org, renderPart } = useHost();
  const { title, state } = source;
  const [view = TABLE] = state.viz;
  const address = exploreAddress(org.id, { query: state.params, title, view });
  return (
    <Panel
      title={title}
      actions={
        <>
          <Link {...linkAttributes()} to={address}>
            Open in Explore
          </Link>
          {children}
        </>
      }
    >
      {renderPart('explore/QuestionView', { query: state.params, view, height: HEIGHT, label: title })}
    </Panel>
  );
}
