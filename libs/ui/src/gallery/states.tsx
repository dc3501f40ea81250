import {
  Button,
  ChartSkeleton,
  EmptyState,
  ErrorState,
  formatCompact,
  formatDate,
  formatDuration,
  formatWhen,
  Markdown,
  Note,
  Panel,
  ProgressBar,
  Row,
  Stack,
  TableSkeleton,
  Text,
  TextLink,
  ToastHost,
  type ToastItem,
} from '@cairn/ui';
import { LayoutDashboard } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const half = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))', gap: 16 };

/** Empty, failed and loading states, and toasts. */
export function StatesGallery(): ReactNode {
  const [toasts, setToasts] = useState<ToastItem[]>([]);
  const show = (kind: ToastItem['kind'], message: string) =>
    setToasts((all) => [
      ...all,
      { id: `${all.length}-${kind}`, kind, message, onUndo: kind === 'undo' ? () => undefined : undefined },
    ]);
  return (
    <Panel title="States">
      <div style={half}>
        <EmptyState
          icon={<LayoutDashboard aria-hidden />}
          title="No boards yet"
          action={<Button variant="primary">New board</Button>}
        >
          A board keeps the questions you ask often on one page. Nobody has made one here.
        </EmptyState>
        <ErrorState
          title="The query could not be run"
          error={{ message: 'It took longer than 30 seconds. Narrow the date range.', code: 'query_timeout' }}
          onRetry={() => undefined}
        />
        <TableSkeleton rows={5} />
        <ChartSkeleton />
      </div>
      <Stack gap={2} style={{ marginTop: 16 }}>
        <Note tone="accent">Reading changes: 12,400 of 40,000 commits</Note>
        <Note tone="warn" action={<Button size="small">Reload</Button>}>
          A new version of the application is available.
        </Note>
        <Note tone="bad">The clone is shallow: earlier history is missing.</Note>
        <ProgressBar label="Reading changes" value={0.31} />
        <Row>
          <Button onClick={() => show('info', 'Saved query')}>Info toast</Button>
          <Button onClick={() => show('undo', 'Removed card')}>Undo toast</Button>
          <Button onClick={() => show('error', 'There was a problem, please try again.')}>Error toast</Button>
        </Row>
      </Stack>
      <ToastHost
        toasts={toasts}
        onDismiss={(id) => setToasts((all) => all.filter((toast) => toast.id !== id))}
      />
    </Panel>
  );
}

const SAMPLE = `## What we look at each week

Review *time to first review* and **files that change together**. See [the guide](https://example.com).

- one list item with \`code\`
- another

> Quoted from the retro.
`;

/** Prose, links and the formats of figures and dates. */
export function TextGallery(): ReactNode {
  return (
    <Panel title="Words and figures">
      <div style={half}>
        <Markdown text={SAMPLE} />
        <Text as="div" numeric style={{ display: 'grid', gap: 4 }}>
          <span>{formatCompact(1_240_000)} lines</span>
          <span>{formatDuration(273_600)} to merge</span>
          <span>{formatDate('2026-11-21T09:41:00Z')}</span>
          <span>{formatWhen('2026-11-21T09:36:00Z', 'UTC', '2026-11-21T09:41:00Z')}</span>
          <span>
            <TextLink href="#gallery">A link</TextLink>
          </span>
          <Text tone="muted">Muted text</Text>
          <Text tone="faint">Faint text</Text>
          <Text mono>4f2a91c parse the header first</Text>
        </Text>
      </div>
    </Panel>
  );
}
