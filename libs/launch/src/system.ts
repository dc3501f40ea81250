import { join } from 'node:path';
import { GRAPH_FLAGS, LIBUV_THREADS } from '@cairn/service-kit/node-options';
import { onFreePorts, type Ports } from './free-ports.ts';
import { watchDisk } from './full-disk.ts';
import { problemsOf } from './health.ts';
import { printProblemsOnce } from './problems.ts';
import { supervise, type Supervised } from './supervise.ts';

export interface SystemOptions {
  /** Folder of the checkout, with the built apps. */
  root: string;
  data: string;
  port: number;
  secret: string;
  /** The address under which people reach Cairn; without one it is that of this machine. */
  publicUrl?: string | undefined;
  /** Prints a line on the terminal. */
  print: (line: string) => void;
}

export interface System {
  /** The address on this machine. */
  readonly url: string;
  readonly workspaceUrl: string;
  readonly graphUrl: string;
  /** Prints the problems with the data of orgs, each once. */
  tellProblems(): Promise<void>;
  stop(): Promise<void>;
}

const PROCESSES = ['gateway', 'workspace', 'graph', 'chat'] as const;
type SystemPorts = Ports<(typeof PROCESSES)[number]>;

/** Milliseconds for a report of problems before a start says that it is ready. */
const REPORT_MS = 4_000;

const at = (port: number) => `http://127.0.0.1:${port}`;

/** Starts the three services and the gateway together; when one cannot start, it stops all and rejects. */
export function startSystem(options: SystemOptions): Promise<System> {
  return onFreePorts(PROCESSES, (free) =>
    startOn({ ...free, ...(options.port ? { gateway: options.port } : {}) }, options),
  );
}

/** Variables that only the launcher reads; services do not get them. */
const LAUNCHER_ONLY = ['CAIRN_OWNER_PASSWORD', 'CAIRN_OWNER_EMAIL'];

/** The environment of every process: the launcher's without its secrets, plus what the launcher sets. */
export function environmentOf(
  ports: SystemPorts,
  { root, data, secret, publicUrl }: SystemOptions,
  inherited: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const passedOn = Object.entries(inherited).filter(([name]) => !LAUNCHER_ONLY.includes(name));
  return {
    ...Object.fromEntries(passedOn),
    HOST: '127.0.0.1',
    CAIRN_DATA_DIR: data,
    CAIRN_SECRET: secret,
    CAIRN_PUBLIC_URL: publicUrl ?? at(ports.gateway),
    CAIRN_LOCAL_URL: at(ports.gateway),
    CAIRN_WORKSPACE_URL: at(ports.workspace),
    CAIRN_GRAPH_URL: at(ports.graph),
    CAIRN_CHAT_URL: at(ports.chat),
    CAIRN_WEB_ROOT: root,
    ...LIBUV_THREADS,
    LOG_LEVEL: inherited['LOG_LEVEL'] ?? 'info',
  };
}

async function startOn(ports: SystemPorts, options: SystemOptions): Promise<System> {
  const { root, data, print } = options;
  const env = environmentOf(ports, options);
  const report = printProblemsOnce(print);
  const run = (name: string, entry: string, port: number, flags: readonly string[] = []): Supervised =>
    supervise(
      {
        name,
        entry: join(root, entry),
        env: { ...env, PORT: String(port) },
        flags,
        logFile: join(data, 'logs', `${name}.log`),
        url: at(port),
        reportsOnItself: name !== 'gateway',
      },
      { print, report },
    );
  const processes = [
    run('svc-workspace', 'svc-workspace/dist/main.js', ports.workspace),
    run('svc-graph', 'svc-graph/dist/main.js', ports.graph, GRAPH_FLAGS),
    run('svc-chat', 'svc-chat/dist/main.js', ports.chat),
    run('gateway', 'libs/launch/dist/gateway.js', ports.gateway),
  ];
  const endWatch = watchDisk(data, report);
  const stop = async () => {
    endWatch();
    await Promise.all(processes.map((each) => each.stop()));
  };
  try {
    await Promise.all(processes.map((each) => each.ready));
  } catch (error) {
    await stop();
    throw error;
  }
  const tellProblems = async () => {
    const problems = await problemsOf('svc-graph', at(ports.graph), REPORT_MS);
    if (problems) report('svc-graph', problems);
  };
  const [workspaceUrl, graphUrl] = [at(ports.workspace), at(ports.graph)];
  return { url: at(ports.gateway), workspaceUrl, graphUrl, tellProblems, stop };
}
