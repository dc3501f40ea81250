import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { GRAPH_FLAGS, LIBUV_THREADS } from '@cairn/service-kit/node-options';
import { onFreePorts, type Ports } from './free-ports.ts';
import { watchDisk } from './full-disk.ts';
import { readGraphProcesses, serveAsOne } from './graph-processes.ts';
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
type SystemPorts = Ports<(typeof PROCESSES)[number]> & Ports<`graph-${number}`>;

/** Milliseconds for a report of problems before a start says that it is ready. */
const REPORT_MS = 4_000;

const at = (port: number) => `http://127.0.0.1:${port}`;

/**
 * Starts the three services and the gateway together; when one cannot start, it stops all and rejects. Several processes
 * of svc-graph answer at the one address of the service.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const count = readGraphProcesses(process.env);
  const several = Array.from(
    { length: count > 1 ? count : 0 },
    (_, index) => `graph-${index + 1}` as `graph-${number}`,
  );
  return onFreePorts([...PROCESSES, ...several], (free) =>
    startOn({ ...free, ...(options.port ? { gateway: options.port } : {}) }, options, several),
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
    CAIRN_RUN: randomUUID(),
    ...LIBUV_THREADS,
    LOG_LEVEL: inherited['LOG_LEVEL'] ?? 'info',
  };
}

/** Runs one process of an entry on a port; several of a service differ in their names and environments. */
interface ProcessToRun {
  readonly name: string;
  readonly entry: string;
  readonly port: number;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const GRAPH = { name: 'svc-graph', entry: 'svc-graph/dist/main.js', flags: GRAPH_FLAGS };

/** The processes of svc-graph: one at the address of the service, or several at addresses of their own. */
function graphProcesses(ports: SystemPorts, several: readonly `graph-${number}`[]): ProcessToRun[] {
  if (several.length === 0) return [{ ...GRAPH, port: ports.graph }];
  return several.map((name, index) => ({
    ...GRAPH,
    name: `svc-${name}`,
    port: ports[name] ?? 0,
    env: { CAIRN_GRAPH_PROCESS: String(index + 1) },
  }));
}

async function startOn(
  ports: SystemPorts,
  options: SystemOptions,
  several: readonly `graph-${number}`[],
): Promise<System> {
  const { root, data, print } = options;
  const shared = environmentOf(ports, options);
  const report = printProblemsOnce(print);
  const run = ({ name, entry, port, flags = [], env = {} }: ProcessToRun): Supervised =>
    supervise(
      {
        name,
        entry: join(root, entry),
        env: { ...shared, ...env, PORT: String(port) },
        flags,
        logFile: join(data, 'logs', `${name}.log`),
        url: at(port),
        reportsOnItself: name !== 'gateway',
      },
      { print, report },
    );
  const graphs = graphProcesses(ports, several);
  const endOne =
    several.length > 0
      ? await serveAsOne(
          ports.graph,
          graphs.map(({ port }) => port),
        )
      : async () => undefined;
  const processes = [
    run({ name: 'svc-workspace', entry: 'svc-workspace/dist/main.js', port: ports.workspace }),
    ...graphs.map(run),
    run({ name: 'svc-chat', entry: 'svc-chat/dist/main.js', port: ports.chat }),
    run({ name: 'gateway', entry: 'libs/launch/dist/gateway.js', port: ports.gateway }),
  ];
  const endWatch = watchDisk(data, report);
  const stop = async () => {
    endWatch();
    await Promise.all(processes.map((each) => each.stop()));
    await endOne();
  };
  try {
    await Promise.all(processes.map((each) => each.ready));
  } catch (error) {
    await stop();
    throw error;
  }
  const tellProblems = async () => {
    for (const { name, port } of graphs) {
      const problems = await problemsOf(name, at(port), REPORT_MS);
      if (problems) report(name, problems);
    }
  };
  const [workspaceUrl, graphUrl] = [at(ports.workspace), at(ports.graph)];
  return { url: at(ports.gateway), workspaceUrl, graphUrl, tellProblems, stop };
}
