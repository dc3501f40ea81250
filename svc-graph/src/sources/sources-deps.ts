import type { GraphStores } from '../store/graph-stores.ts';
import type { Connector } from './connector.ts';
import type { Jobs } from './jobs.ts';

export interface SourcesDeps {
  readonly stores: GraphStores;
  readonly jobs: Jobs;
  readonly connectors: readonly Connector[];
  /** Folders that those of every org must lie under; none means any. */
  readonly roots?: readonly string[];
  /** `host:port` of servers that sources may read wherever they are. */
  readonly hosts?: readonly string[];
}
