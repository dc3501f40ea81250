import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { StartError } from './exit.ts';
import { freePorts, onFreePorts, type Ports } from './free-ports.ts';

describe('freePorts', () => {
  it('gives ports that differ and that can be listened on', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const ports = await freePorts(names);
    expect(new Set(Object.values(ports)).size).toBe(names.length);
    for (const port of Object.values(ports)) {
      const server = createServer();
      await new Promise<void>((resolve, reject) =>
        server.once('error', reject).listen(port, '127.0.0.1', resolve),
      );
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('onFreePorts', () => {
  const failing = (error: Error, times: number) => {
    const tried: Ports<string>[] = [];
    const start = async (ports: Ports<string>) => {
      tried.push(ports);
      if (tried.length <= times) throw error;
      return ports;
    };
    return { tried, start };
  };

  it('tries other ports when one was taken meanwhile', async () => {
    const { tried, start } = failing(new StartError('unavailable', 'taken'), 2);
    const ports = await onFreePorts(['web', 'graph'], start);
    expect(tried).toHaveLength(3);
    expect(ports).toEqual(tried[2]);
  });

  it('gives up after three tries', async () => {
    const { tried, start } = failing(new StartError('unavailable', 'taken'), 9);
    await expect(onFreePorts(['web', 'graph'], start)).rejects.toThrow('taken');
    expect(tried).toHaveLength(3);
  });

  it('does not try again after any other failure', async () => {
    const { tried, start } = failing(new StartError('config', 'wrong'), 9);
    await expect(onFreePorts(['web', 'graph'], start)).rejects.toThrow('wrong');
    expect(tried).toHaveLength(1);
  });
});
