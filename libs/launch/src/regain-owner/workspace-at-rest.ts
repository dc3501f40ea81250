import { join } from 'node:path';
import { onFreePorts } from '../free-ports.ts';
import { supervise } from '../supervise.ts';
import { environmentOf } from '../system.ts';
import type { WorkspaceForNow } from './regain-owner.ts';

interface AtRest {
  readonly root: string;
  readonly data: string;
  readonly secret: string;
}

/** Starts svc-workspace alone on a data directory at rest. */
export function workspaceAtRest({ root, data, secret }: AtRest): Promise<WorkspaceForNow> {
  const silent = { print: () => undefined, report: () => undefined };
  return onFreePorts(['gateway', 'workspace', 'graph', 'chat'], async (ports) => {
    const url = `http://127.0.0.1:${ports.workspace}`;
    const env = environmentOf(ports, { root, data, secret, port: 0, print: silent.print });
    const service = supervise(
      {
        name: 'svc-workspace',
        entry: join(root, 'svc-workspace/dist/main.js'),
        env: { ...env, PORT: String(ports.workspace) },
        flags: [],
        logFile: join(data, 'logs', 'svc-workspace.log'),
        url,
        reportsOnItself: true,
      },
      silent,
    );
    await service.ready;
    return { url, close: () => service.stop() };
  });
}
