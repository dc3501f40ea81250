import type { Configuration } from '@cairn/contracts';
import { useHost, withTimezone } from '@cairn/host';
import { emptyQuery } from '@cairn/query';
import { IconButton, Menu } from '@cairn/ui';
import { resolveView } from '@cairn/views';
import { Download, Ellipsis, FilePlus2, Link2, Workflow } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { DEFAULT_VIEW, type Place } from './address/place.ts';
import { download, exportCsv, SHORT_EXPORT } from './results/export-csv.ts';
import { SaveControls } from './saving/save-controls.tsx';
import type { SavedState } from './saving/use-saved.ts';

const ExplainDialog = lazy(() =>
  import('./explain/explain-dialog.tsx').then((loaded) => ({ default: loaded.ExplainDialog })),
);

export interface ExploreHeadProps {
  readonly place: Place;
  /** The question in plain words. */
  readonly words: string;
  readonly configuration: Configuration;
  readonly saved: SavedState;
  readonly isAsked: boolean;
  readonly move: (change: Partial<Place>) => void;
}

/** Names what is open, says it in words, and holds what can be done with the whole of it. */
export function ExploreHead({ place, words, saved, isAsked, move }: ExploreHeadProps): ReactNode {
  const title = saved.link?.name ?? place.title ?? (isAsked ? words : 'Explore');
  return (
    <header className="cn-explore__head">
      <div className="cn-explore__words">
        <h1 className="cn-truncate">{title}</h1>
        {words !== title && words && <p className="cn-muted cn-truncate">{words}</p>}
      </div>
      {isAsked && (
        <SaveControls
          saved={saved}
          suggestedName={place.title?.startsWith('Selecting "') ? words : (place.title ?? words)}
          onSaved={({ id, name }) => move({ saved: id, title: name })}
        />
      )}
      {isAsked && <More place={place} title={words} move={move} />}
    </header>
  );
}

type MoreProps = Pick<ExploreHeadProps, 'place' | 'move'> & { readonly title: string };

function More({ place, title, move }: MoreProps): ReactNode {
  const host = useHost();
  const [explains, setExplains] = useState(false);
  const isSuper = host.user.superuser || host.org.role === 'super';
  const save = async (whole: boolean) => {
    try {
      await exportPlace(place, host, title, whole);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Try again.';
      host.toast({ kind: 'error', message: `The file could not be made. ${reason}` });
    }
  };
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
          <Menu.Item
            leftSection={<FilePlus2 size={16} />}
            onClick={() =>
              move({ query: emptyQuery(host.org.id), view: DEFAULT_VIEW, title: undefined, saved: undefined })
            }
          >
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
          <Menu.Item leftSection={<Download size={16} />} onClick={() => void save(false)}>
            Export as csv, first {SHORT_EXPORT.toLocaleString('en-US')} rows
          </Menu.Item>
          <Menu.Item leftSection={<Download size={16} />} onClick={() => void save(true)}>
            Export everything as csv
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {explains && (
        <Suspense fallback={null}>
          <ExplainDialog query={place.query} onClose={() => setExplains(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Writes the answer that is shown to a file, and says so when rows were left out. */
async function exportPlace(
  place: Place,
  host: ReturnType<typeof useHost>,
  title: string,
  whole: boolean,
): Promise<void> {
  const { entry, config } = resolveView(place.view, place.query);
  const { orgId: _, ...query } = entry.definition.ask(withTimezone(place.query, host), config);
  const request = { kind: entry.definition.answers(place.query), query };
  const exported = await exportCsv(host.org.id, request, title, whole);
  download(exported);
  if (!exported.cut) return;
  const [rows, total] = [exported.cut.rows, exported.cut.total].map((each) => each.toLocaleString('en-US'));
  host.toast({ kind: 'info', message: `The file holds the first ${rows} of ${total} rows` });
}
