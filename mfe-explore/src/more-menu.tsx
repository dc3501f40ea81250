import { createDenial, orgDenial, type Configuration } from '@cairn/contracts';
import { actorOf, controlOf, useHost } from '@cairn/host';
import { emptyQuery } from '@cairn/query';
import { useSpaceControl } from '@cairn/saved';
import { formatNumber, IconButton, lazyComponent, Menu } from '@cairn/ui';
import { AUTOMATIC_VIEW, requestOf, resolveView, useViews } from '@cairn/views';
import { ExportItems } from '@cairn/views/export-items';
import { Braces, Bug, Download, Ellipsis, FilePlus2, FolderPlus, Link2, Workflow } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { ExploreAddress } from './address/address.ts';
import type { AddressState } from './address/use-address.ts';
import { download, exportCsv, SHORT_EXPORT } from './results/export-csv.ts';

const ExplainDialog = lazyComponent(async () => (await import('./explain/explain-dialog.tsx')).ExplainDialog);
const QueryDebugDialog = lazyComponent(
  async () => (await import('./debug/query-debug-dialog.tsx')).QueryDebugDialog,
);
const CreateSnippet = lazyComponent(
  async () => (await import('./query-bar/snippets/create-snippet.tsx')).CreateSnippet,
);

interface MoreMenuProps {
  readonly address: ExploreAddress;
  readonly title: string;
  readonly configuration: Configuration;
  readonly update: AddressState['update'];
}

/** The dialogs that the menu opens. */
type Opened = 'explanation' | 'debug' | 'snippet' | 'spaces';

/** The actions on a whole query: start an empty one, keep or copy it, explain it, export its answer. */
export function MoreMenu(props: MoreMenuProps): ReactNode {
  const { address, title, update } = props;
  const host = useHost();
  const [opened, setOpened] = useState<Opened | null>(null);
  const startEmpty = () =>
    update({ query: emptyQuery(host.org.id), view: AUTOMATIC_VIEW, title: undefined, saved: undefined });
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    host.toast({ kind: 'info', message: 'Copied the link' });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label="More">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FilePlus2 size={16} />} onClick={startEmpty}>
            Start empty query
          </Menu.Item>
          <Menu.Item leftSection={<Link2 size={16} />} onClick={() => void copy()}>
            Copy link
          </Menu.Item>
          <KeepItems isSaved={address.saved !== undefined} onOpen={setOpened} />
          <Menu.Divider />
          <ExportItems part={() => document.querySelector('[data-answer]')} formats={['png', 'svg', 'pdf']} />
          <CsvItems address={address} title={title} />
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        <OpenedDialog {...props} opened={opened} onClose={() => setOpened(null)} />
      </Suspense>
    </>
  );
}

interface KeepItemsProps {
  readonly isSaved: boolean;
  readonly onOpen: (opened: Opened) => void;
}

/** Keeps the query elsewhere, or explains it. */
function KeepItems({ isSaved, onOpen }: KeepItemsProps): ReactNode {
  const actor = actorOf(useHost());
  const snippets = controlOf(
    createDenial(actor, { creator: 'user' }),
    'Saving snippets needs the role user.',
  );
  const spaces = useSpaceControl();
  const unsaved = isSaved ? {} : { disabled: true, title: 'Save the query first' };
  return (
    <>
      <Menu.Item leftSection={<Braces size={16} />} onClick={() => onOpen('snippet')} {...snippets}>
        Create snippet from query
      </Menu.Item>
      <Menu.Item
        leftSection={<FolderPlus size={16} />}
        onClick={() => onOpen('spaces')}
        {...unsaved}
        {...spaces}
      >
        Add to space
      </Menu.Item>
      {orgDenial(actor.role, 'explainQueries') === null && (
        <Menu.Item leftSection={<Workflow size={16} />} onClick={() => onOpen('explanation')}>
          Explain this query
        </Menu.Item>
      )}
      {orgDenial(actor.role, 'explainQueries') === null && (
        <Menu.Item leftSection={<Bug size={16} />} onClick={() => onOpen('debug')}>
          Debug Data
        </Menu.Item>
      )}
    </>
  );
}

interface OpenedDialogProps extends MoreMenuProps {
  readonly opened: Opened | null;
  readonly onClose: () => void;
}

function OpenedDialog({ opened, onClose, address, title, configuration }: OpenedDialogProps): ReactNode {
  const { renderPart } = useHost();
  const { query, saved } = address;
  if (opened === 'explanation') return <ExplainDialog query={query} onClose={onClose} />;
  if (opened === 'debug') return <QueryDebugDialog query={query} view={address.view} onClose={onClose} />;
  if (opened === 'snippet') return <CreateSnippet {...{ query, configuration, onClose }} />;
  if (opened !== 'spaces' || saved === undefined) return null;
  const item = { type: 'query' as const, name: address.title ?? title, config: { id: saved } };
  return renderPart('workspace/SpacePicker', { item, onClose });
}

function CsvItems({ address, title }: Pick<MoreMenuProps, 'address' | 'title'>): ReactNode {
  const save = useExport(address, title);
  return (
    <>
      <Menu.Item leftSection={<Download size={16} />} onClick={() => void save(false)}>
        Export as csv, first {formatNumber(SHORT_EXPORT)} rows
      </Menu.Item>
      <Menu.Item leftSection={<Download size={16} />} onClick={() => void save(true)}>
        Export everything as csv
      </Menu.Item>
    </>
  );
}

/** Exports the answer to a file. A message says when rows were left out or the export failed. */
function useExport({ query, view }: ExploreAddress, title: string): (whole: boolean) => Promise<void> {
  const host = useHost();
  const views = useViews();
  return async (whole) => {
    try {
      const request = requestOf(query, resolveView(view, query, views), undefined, host);
      const exported = await exportCsv(host.org.id, request, title, whole);
      download(exported);
      if (!exported.cut) return;
      const [rows, total] = [exported.cut.rows, exported.cut.total].map((each) => formatNumber(each));
      host.toast({ kind: 'info', message: `The file holds the first ${rows} of ${total} rows` });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Try again.';
      host.toast({ kind: 'error', message: `The file could not be made. ${reason}` });
    }
  };
}
