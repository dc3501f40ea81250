import { orgDenial } from '@cairn/contracts';
import { actorOf, useHost } from '@cairn/host';
import { emptyQuery } from '@cairn/query';
import { formatNumber, IconButton, lazyComponent, Menu } from '@cairn/ui';
import { AUTOMATIC_VIEW, requestOf, resolveView, useViews } from '@cairn/views';
import { ExportItems } from '@cairn/views/export-items';
import { Download, Ellipsis, FilePlus2, Link2, Workflow } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { ExploreAddress } from './address/address.ts';
import type { AddressState } from './address/use-address.ts';
import { download, exportCsv, SHORT_EXPORT } from './results/export-csv.ts';

const ExplainDialog = lazyComponent(async () => (await import('./explain/explain-dialog.tsx')).ExplainDialog);

interface MoreMenuProps {
  readonly address: ExploreAddress;
  readonly title: string;
  readonly update: AddressState['update'];
}

/** The actions on a whole query: start an empty one, copy its link, explain it, export its answer. */
export function MoreMenu({ address, title, update }: MoreMenuProps): ReactNode {
  const host = useHost();
  const [explains, setExplains] = useState(false);
  const save = useExport(address, title);
  const isSuper = orgDenial(actorOf(host).role, 'explainQueries') === null;
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
          {isSuper && (
            <Menu.Item leftSection={<Workflow size={16} />} onClick={() => setExplains(true)}>
              Explain this query
            </Menu.Item>
          )}
          <Menu.Divider />
          <ExportItems part={() => document.querySelector('[data-answer]')} formats={['png', 'svg', 'pdf']} />
          <Menu.Item leftSection={<Download size={16} />} onClick={() => void save(false)}>
            Export as csv, first {formatNumber(SHORT_EXPORT)} rows
          </Menu.Item>
          <Menu.Item leftSection={<Download size={16} />} onClick={() => void save(true)}>
            Export everything as csv
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {explains && (
        <Suspense fallback={null}>
          <ExplainDialog query={address.query} onClose={() => setExplains(false)} />
        </Suspense>
      )}
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
