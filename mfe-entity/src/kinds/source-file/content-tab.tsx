import { entityFileQuery } from '@cairn/client';
import type { FileText } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { EmptyState, ErrorState, Panel, TableSkeleton, Text, TextField } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { FileText as FileTextIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAddressed } from '../../frame/addressed.ts';
import { entityAddress } from '../../frame/entity-link.tsx';
import type { TabProps } from '../../kind-page/kind-page.ts';
import { CopyText } from '../../text/copy-text.tsx';
import styles from './content-tab.module.css';
import { FileLines } from './file-lines.tsx';
import { linesIn, linesText, type MarkedLines } from './marked-lines.ts';
import { Revisions } from './revisions.tsx';

const SHORT_SHA = 7;
const SHA = /^[0-9a-f]{40,64}$/;

/** Chooses lines by their numbers, and copies an address that shows them as they are at this revision. */
function LinesLink({
  uuid,
  sha,
  marked,
  onMark,
}: {
  uuid: string;
  sha: string;
  marked: MarkedLines | null;
  onMark: (lines: MarkedLines | null) => void;
}): ReactNode {
  const { org } = useHost();
  const [written, setWritten] = useState<string | null>(null);
  const text = marked ? linesText(marked) : '';
  const link = `${globalThis.location.origin}${entityAddress(org.id, uuid)}?t=content&at=${sha}&lines=${text}`;
  return (
    <div className={styles.link}>
      <TextField
        aria-label="Lines"
        placeholder="Lines, such as 12-20"
        maxLength={15}
        value={written ?? text}
        onChange={({ currentTarget: { value } }) => {
          setWritten(value);
          if (value === '' || linesIn(value)) onMark(linesIn(value));
        }}
        onBlur={() => setWritten(null)}
      />
      {marked && <CopyText text={link} shown={`Link to ${text}`} label="Copy the link to these lines" />}
    </div>
  );
}

function Content({ uuid, file }: { uuid: string; file: FileText }): ReactNode {
  const { path, text, reason, sha, blame } = file;
  const { read, write } = useAddressed();
  const marked = linesIn(read('lines'));
  const mark = (lines: MarkedLines | null) => write({ lines: lines && linesText(lines) });
  if (text === null) {
    return (
      <EmptyState icon={<FileTextIcon aria-hidden />} title="No content available">
        {reason}
      </EmptyState>
    );
  }
  return (
    <Panel
      title={
        <>
          {path} as commit <CopyText text={sha} shown={sha.slice(0, SHORT_SHA)} label="Copy SHA" /> left it
        </>
      }
    >
      {text === '' ? (
        <Text tone="muted">The file is empty.</Text>
      ) : (
        <>
          <LinesLink uuid={uuid} sha={sha} marked={marked} onMark={mark} />
          <FileLines key={sha} text={text} blame={blame} marked={marked} onMark={mark} />
        </>
      )}
    </Panel>
  );
}

/**
 * The text of a file after the latest commit that touched it or a chosen one, and who last changed each line. The
 * address keeps revision (`at`) and lines; another revision is a step of the history.
 */
export function ContentTab({ entity }: TabProps): ReactNode {
  const { org } = useHost();
  const { read, write } = useAddressed(true);
  const at = read('at');
  const sha = at !== null && SHA.test(at) ? at : null;
  const { data, error, isPending, refetch } = useQuery(
    entityFileQuery(org.id, entity.uuid, sha === null ? {} : { sha }),
  );
  return (
    <div>
      <Revisions uuid={entity.uuid} sha={sha} onChoose={(next) => write({ at: next, lines: null })} />
      {isPending ? (
        <TableSkeleton rows={8} columns={2} />
      ) : error ? (
        <ErrorState title="The file could not be read" error={error} onRetry={() => void refetch()} />
      ) : (
        <Content uuid={entity.uuid} file={data} />
      )}
    </div>
  );
}
