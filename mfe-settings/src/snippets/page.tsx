import type { LinkSummary } from '@cairn/contracts';
import { Badge, Button, EmptyState, ErrorState, IconButton, Row, TableSkeleton, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';
import styles from './snippets.module.css';
import { useRemoveSnippet, useSnippets } from './use-snippets.ts';

const WHOSE = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Only mine' },
];

const VISIBILITY = { private: 'Private', org: 'Org', global: 'Global' } as const;

/** Parts of queries with a name, to be used again (W§3). */
export function Page(): ReactNode {
  const [whose, setWhose] = useState('all');
  const [edited, setEdited] = useState<LinkSummary | 'new' | null>(null);
  const snippets = useSnippets(whose === 'own');
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      New snippet
    </Button>
  );
  return (
    <SettingsPage
      title="Snippets"
      description="Parts of questions with a name, kept to be asked again. A snippet is made of a saved query."
      actions={create}
    >
      <Row className={styles['whose'] ?? ''}>
        <Segmented aria-label="Whose snippets" data={WHOSE} value={whose} onChange={setWhose} />
      </Row>
      {snippets.isPending && <TableSkeleton rows={4} columns={2} rowHeight={56} />}
      {snippets.isError && !snippets.data && (
        <ErrorState
          inline
          title="The snippets cannot be read"
          error={snippets.error}
          onRetry={() => void snippets.refetch()}
        />
      )}
      {snippets.data?.links.length === 0 && (
        <EmptyState title="There are no snippets yet">
          Save a query in Explore first; a snippet keeps what it selects, groups and filters by.
        </EmptyState>
      )}
      <ul className={styles['list']} aria-label="Snippets">
        {snippets.data?.links.map((link) => (
          <Snippet key={link.id} link={link} onEdit={() => setEdited(link)} />
        ))}
      </ul>
      {edited && <SnippetDialog link={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </SettingsPage>
  );
}

function Snippet({ link, onEdit }: { link: LinkSummary; onEdit: () => void }): ReactNode {
  const remove = useRemoveSnippet();
  const { name, description, scope, brief, canEdit, ownerName } = link;
  return (
    <li>
      <div className={styles['words']}>
        <b>{name}</b>
        <Text as="p" tone="muted">
          {description}
        </Text>
        <Row gap={1} wrap>
          <Badge>{VISIBILITY[scope]}</Badge>
          {scope !== 'private' && ownerName && <Text tone="faint">by {ownerName}</Text>}
          {brief.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </Row>
      </div>
      {canEdit && (
        <Row gap={1}>
          <IconButton label={`Edit ${name}`} onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={() => void remove(link)}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </Row>
      )}
    </li>
  );
}
