import type { Connector } from './connector.ts';
import { circleciConnector } from './circleci/connector.ts';
import { gitConnector } from './git/connector.ts';
import { githubConnector } from './github/connector.ts';
import { gitlabConnector } from './gitlab/connector.ts';
import { jiraConnector } from './jira/connector.ts';
import { pushConnector } from './push/connector.ts';
import { simulatedConnector } from './simulated/connector.ts';
import { slackConnector } from './slack/connector.ts';
import { snykConnector } from './snyk/connector.ts';

/** Every type of source; a new one is a folder and a line here. */
export const CONNECTORS: readonly Connector[] = [
  circleciConnector,
  gitConnector,
  githubConnector,
  gitlabConnector,
  jiraConnector,
  pushConnector,
  simulatedConnector,
  slackConnector,
  snykConnector,
];
