import type { LinkSummary } from '@cairn/contracts';
import { useSnippets } from '@cairn/saved/snippets';
import { Badge, Button, EmptyState, ErrorState, IconButton, Row, TableSkeleton, Text } from '@cairn/ui';
import { Segmented } from '@cairn/ui/fields';
import { TagList } from '@cairn/ui/viewers';
import { Building2, Globe, Pencil, Plus, Trash2, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SettingsPage } from '../setting.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';
import styles from './snippets.module.css';
import { useRemoveSnippet } from './use-remove-snippet.ts';

const WHOSE = [
  { value: 'all', label: 'All' },
  { value: 'own', label: 'Only mine' },
];

/** Where a snippet comes from (X§3): a person, the org, or everywhere. */
const ORIGINS = {
  private: { word: 'Private', Icon: UserRound },
  org: { word: 'Org', Icon: Building2 },
  global: { word: 'Global', Icon: Globe },
} as const;

/** Parts of queries with a name, to be used again (W§3). */
export function Page(): ReactNode {
  const [whose, setWhose] = useState('all');
  const [edited, setEdited] = useState<LinkSummary | 'new' | null>(null);
  const snippets = useSnippets({ isOwnOnly: whose === 'own' });
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      New snippet
    </Button>
  );
  return (
    <SettingsPage
      title="Snippets"
      description="Parts of questions with a name. The query bar of Explore and cards of boards offer them."
      actions={create}
    >
      <Row className={styles['whose'] ?? ''}>
        <Segmented aria-label="Whose snippets" data={WHOSE} value={whose} onChange={setWhose} />
      </Row>
      {snippets.isPending && <TableSkeleton rows={4} columns={2} rowHeight={56} />}
      {snippets.isError && !snippets.data && (
        <ErrorState
          title="The snippets cannot be read"
          error={snippets.error}
          onRetry={() => void snippets.refetch()}
        />
      )}
      {snippets.data?.links.length === 0 && (
        <EmptyState title="There are no snippets yet">
          Choose “Create snippet from query” in the menu of Explore, or make one here of a saved query. It
          keeps what the query selects, groups and filters by, and the query bar and cards offer it.
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
  const { name, description, scope, group, brief, canEdit, ownerName } = link;
  const { word, Icon } = ORIGINS[scope];
  return (
    <li>
      <div className={styles['words']}>
        <b>{name}</b>
        <Text as="p" tone="muted">
          {description}
        </Text>
        <Row gap={1} wrap>
          <Icon size={14} aria-hidden />
          <Badge>{word}</Badge>
          {group && <Text tone="faint">in {group}</Text>}
          {scope !== 'private' && ownerName && <Text tone="faint">by {ownerName}</Text>}
          {brief.tags.length > 0 && <TagList tags={brief.tags} />}
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
