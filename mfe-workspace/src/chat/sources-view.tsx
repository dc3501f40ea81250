import type { ChatSource } from '@cairn/contracts/chat-replies';
import { useHost } from '@cairn/host';
import { Button, EmptyState, IconButton, Panel, plural, Text } from '@cairn/ui';
import { ArrowLeft, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AddSource } from '../topics/add-source.tsx';
import styles from './chat.module.css';
import { SourcePreview } from './source-preview.tsx';
import type { OpenConversation } from './use-conversation.ts';

interface SourcesViewProps {
  conversation: OpenConversation;
  /** How many of the sources belong to the page. */
  given: number;
  onBack: () => void;
}

/** The data sources of a conversation, each with its first rows (W§2.9). */
export function SourcesView({ conversation, given, onBack }: SourcesViewProps): ReactNode {
  const { sources, add, remove } = conversation;
  const { toast } = useHost();
  const [adding, setAdding] = useState(false);
  const target = {
    isSaving: false,
    add: ({
      title,
      state,
    }: {
      title: string;
      state: { params: ChatSource['query']; viz: ChatSource['view'][] };
    }) => {
      add({ title, query: state.params, view: state.viz[0] ?? null });
      toast({ kind: 'info', message: 'Added data source' });
    },
  };
  const drop = (at: number) => {
    toast({ kind: 'undo', message: 'Removed data source', onUndo: remove(at) });
  };
  const more = (
    <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      Add Data Source
    </Button>
  );
  return (
    <div className={styles.sources}>
      <div className={styles.sourcesHead}>
        <Button variant="subtle" icon={<ArrowLeft aria-hidden />} autoFocus onClick={onBack}>
          Back to Chat
        </Button>
        <Text as="h2" truncate>
          Data Sources ({plural(sources.length, 'source')})
        </Text>
        {more}
      </div>
      {sources.length === 0 && (
        <EmptyState inline title="There is no data source yet">
          Without one, the sample prompts read what this organization has most of.
        </EmptyState>
      )}
      {sources.map((source, at) => (
        <Source key={at} source={source} {...(at >= given ? { onRemove: () => drop(at - given) } : {})} />
      ))}
      {adding && <AddSource sources={target} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** A data source with its first rows; one that the user added can be removed. */
function Source({ source, onRemove }: { source: ChatSource; onRemove?: () => void }): ReactNode {
  return (
    <Panel
      title={source.title}
      actions={
        onRemove && (
          <IconButton size="small" label={`Remove ${source.title}`} onClick={onRemove}>
            <X size={14} aria-hidden />
          </IconButton>
        )
      }
    >
      <SourcePreview source={source} />
    </Panel>
  );
}
