import { Avatar, Button, Menu, Panel, Row, Stack, Tooltip } from '@cairn/ui';
import { DebugDialog, JsonViewer, MarkdownViewer, TagList } from '@cairn/ui/viewers';
import { useState, type ReactNode } from 'react';

const REQUEST = {
  select: ['Commit'],
  groupBys: [{ target: 'Person', attribute: 'name' }],
  duration: 'P30D',
  weeks: [1, 2, 3, 4, 5, 6],
  note: 'A text of a hundred characters or more stands in a block, where it may be read and scrolled without moving the rest.',
};
const ROWS = Array.from({ length: 12 }, (_, at) => ({
  'Person.name': `Person ${String(at)}`,
  count: 7 * at,
}));
const TEXT = `### Delivery

| week | changes | median |
|---|--:|--:|
| 46 | 31 | 2d 4h |
| 47 | 28 | 1d 9h |

Longer reviews, ~~fewer~~ smaller changes.
`;
const TAGS = 'delivery quality review on-call security mobile platform growth data infra docs support'.split(
  ' ',
);
const LABEL =
  'The time from the first commit of a change until it is deployed, in working hours of its team.';

/** Viewers of data and text, tags, avatars and tooltips. */
export function ViewersGallery(): ReactNode {
  return (
    <Panel title="Viewers">
      <Stack gap={4}>
        <JsonViewer data={{ request: REQUEST, rows: ROWS }} />
        <MarkdownViewer
          name="Delivery this week"
          text={TEXT}
          onDownload={() => undefined}
          actions={<Menu.Item>Add to a board</Menu.Item>}
        />
        <MarkdownViewer name="A text without words" text="" onDownload={() => undefined} />
        <TagList tags={TAGS} />
        <Row>
          <Avatar name="Ada Lovelace" size={24} />
          <Avatar name="Grace Hopper" size={32} />
          <Avatar name="Evan You" size={40} />
          <Debug />
          {(['small', 'medium', 'large'] as const).map((size) => (
            <Tooltip key={size} size={size} label={LABEL}>
              <Button>Tooltip, {size}</Button>
            </Tooltip>
          ))}
        </Row>
      </Stack>
    </Panel>
  );
}

function Debug(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Debug data</Button>
      <DebugDialog open={open} onClose={() => setOpen(false)} request={REQUEST} response={{ data: ROWS }} />
    </>
  );
}
