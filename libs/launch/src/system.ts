import { join } from 'node:path';
import { GRAPH_FLAGS, LIBUV_THREADS } from '@cairn/service-kit/node-options';
import { onFreePorts, type Ports } from './free-ports.ts';
import { supervise, type Supervised } from './supervise.ts';

export interface SystemOptions {
  /** Folder of the checkout, with the built apps. */
  root: string;
  data: string;
  port: number;
  secret: string;
  onRestart: (name: string, how: string) => void;
}

export interface System {
  readonly url: string;
  readonly workspaceUrl: string;
  readonly graphUrl: string;
  stop(): Promise<void>;
}

const PROCESSES = ['gateway', 'workspace', 'graph', 'chat'] as const;

/** Starts the three services and the gateway side by side; rejects, with all of them stopped, when one cannot start. */
export function startSystem(options: SystemOptions): Promise<System> {
  return onFreePorts(PROCESSES, (free) =>
    startOn({ ...free, ...(options.port ? { gateway: options.port } : {}) }, options),
  );
}

async function startOn(ports: Ports<(typeof PROCESSES)[number]>, options: SystemOptions): Promise<System> {
  const { gateway, workspace, graph, chat } = ports;
  const at = (number: number) => `http://127.0.0.1:${number}`;
  const url = at(gateway);
  const common = {
    HOST: '127.0.0.1',
    CAIRN_DATA_DIR: options.data,
    CAIRN_SECRET: options.secret,
    CAIRN_PUBLIC_URL: url,
    CAIRN_WORKSPACE_URL: at(workspace),
    CAIRN_GRAPH_URL: at(graph),
    CAIRN_CHAT_URL: at(chat),
    CAIRN_WEB_ROOT: options.root,
    ...LIBUV_THREADS,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  };
  const process_ = (name: string, entry: string, number: number, flags: readonly string[] = []): Supervised =>
    supervise(
      {
        name,
        entry: join(options.root, entry),
        env: { ...common, PORT: String(number) },
        flags,
        logFile: join(options.data, 'logs', `${name}.log`),
      },
      options.onRestart,
    );
  const processes = [
    process_('svc-workspace', 'svc-workspace/dist/main.js', workspace),
    process_('svc-graph', 'svc-graph/dist/main.js', graph, GRAPH_FLAGS),
    process_('svc-chat', 'svc-chat/dist/main.js', chat),
    process_('gateway', 'libs/launch/dist/gateway.js', gateway),
  ];
  const stop = async () => void (await Promise.all(processes.map((each) => each.stop())));
  try {
    await Promise.all(processes.map((each) => each.ready));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, workspaceUrl: at(workspace), graphUrl: at(graph), stop };
}
