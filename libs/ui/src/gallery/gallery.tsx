import type { ReactNode } from 'react';
import { Badge, Button, PageHeader, Panel, Row } from '@cairn/ui';

/** Every component in its states, to look at and to test. */
export function Gallery(): ReactNode {
  return (
    <div>
      <PageHeader title="Gallery" />
      <Panel title="Buttons">
        <Row>
          <Button variant="primary">Save board</Button>
          <Button>Cancel</Button>
          <Badge tone="good">Populated</Badge>
        </Row>
      </Panel>
    </div>
  );
}
