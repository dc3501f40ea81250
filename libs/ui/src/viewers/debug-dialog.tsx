import { Dialog } from '@cairn/ui';
import { Tabs } from '@cairn/ui/fields';
import type { ReactNode } from 'react';
import { CopyIcon } from './copy-button.tsx';
import styles from './debug-dialog.module.css';
import { JsonViewer } from './json-viewer.tsx';

const WIDTH = 900;
const INDENT = 2;

interface DebugDialogProps {
  open: boolean;
  onClose: () => void;
  request: unknown;
  response: unknown;
  /** Further tabs. */
  more?: readonly DebugTab[];
}

/** A tab of debug data beside request and response. */
export interface DebugTab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

const NO_TABS: readonly DebugTab[] = [];

/** What was asked and what came back (W§2.8); who may see it, its place decides. */
export function DebugDialog({
  open,
  onClose,
  request,
  response,
  more = NO_TABS,
}: DebugDialogProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Debug Data" width={WIDTH}>
      <Tabs defaultValue="request">
        <Tabs.List>
          <Tabs.Tab value="request">Request Parameters</Tabs.Tab>
          <Tabs.Tab value="response">API Response</Tabs.Tab>
          {more.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="request">
          <Data data={request} label="Copy the request" />
        </Tabs.Panel>
        <Tabs.Panel value="response">
          <Data data={response} label="Copy the response" />
        </Tabs.Panel>
        {more.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Dialog>
  );
}

function Data({ data, label }: { data: unknown; label: string }): ReactNode {
  return (
    <div className={styles.data}>
      <div className={styles.copy}>
        <CopyIcon text={JSON.stringify(data, null, INDENT) ?? ''} label={label} />
      </div>
      <JsonViewer data={data} />
    </div>
  );
}
