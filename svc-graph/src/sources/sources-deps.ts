import type { Logger } from '@cairn/service-kit';
import type { GraphStores } from '../store/graph-stores.ts';
import type { Connector } from './connector.ts';
import type { Jobs } from './jobs.ts';
import type { Inbox } from './webhooks/inbox.ts';

export interface SourcesDeps {
  readonly stores: GraphStores;
  readonly jobs: Jobs;
  readonly connectors: readonly Connector[];
  readonly log: Logger;
  /** Acts on messages of tools. */
  readonly inbox?: Inbox | undefined;
  /** Folders that those of every org must lie under; none means any. */
  readonly roots?: readonly string[];
  /** `host:port` of servers that sources may read wherever they are. */
  readonly hosts?: readonly string[];
}
