import type { Connector } from './connector.ts';
import { gitConnector } from './git/connector.ts';
import { simulatedConnector } from './simulated/connector.ts';

/** What connectors need to know of the machine. */
export interface ConnectorOptions {
  /** Folders that git repositories must lie under. */
  readonly gitRoots: readonly string[];
}

/** Every type of source there is: a new one is a folder and a line here. */
export function connectorsWith({ gitRoots }: ConnectorOptions): readonly Connector[] {
  return [gitConnector(gitRoots), simulatedConnector];
}
