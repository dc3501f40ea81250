import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePorts } from './free-ports.ts';
import { readGraphProcesses, serveAsOne } from './graph-processes.ts';

describe('the number of graph processes', () => {
  it('is one where nothing is said, and several with PostgreSQL', () => {
    expect(readGraphProcesses({})).toBe(1);
    expect(readGraphProcesses({ CAIRN_GRAPH_PROCESSES: '' })).toBe(1);
    const env = { CAIRN_GRAPH_PROCESSES: '3', DATABASE_URL: 'postgres://127.0.0.1/cairn' };
    expect(readGraphProcesses(env)).toBe(3);
  });

  it('is refused with words where it is no number, or several have no way to agree', () => {
    expect(() => readGraphProcesses({ CAIRN_GRAPH_PROCESSES: 'many' })).toThrow('from 1 to 64');
    expect(() => readGraphProcesses({ CAIRN_GRAPH_PROCESSES: '0' })).toThrow('from 1 to 64');
    expect(() => readGraphProcesses({ CAIRN_GRAPH_PROCESSES: '2' })).toThrow('needs DATABASE_URL');
  });
});

describe('several processes at one address', () => {
  const running: Server[] = [];
  let end: () => Promise<void> = async () => undefined;

  const start = async (name: string): Promise<{ server: Server; port: number }> => {
    const server = createServer((request, response) => {
      request.on('end', () => response.end(name)).resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    running.push(server);
    return { server, port: (server.address() as AddressInfo).port };
  };

  afterEach(async () => {
    await end();
    for (const server of running.splice(0)) server.closeAllConnections();
    for (const server of running) server.close();
  });

  const ask = async (port: number) => {
    const init = { method: 'POST', body: 'x'.repeat(300_000), headers: { connection: 'close' } };
    return (await fetch(`http://127.0.0.1:${String(port)}`, init)).text();
  };

  it('answer in turn, and past one that does not listen', async () => {
    const { front } = await freePorts(['front']);
    const [one, two] = [await start('one'), await start('two')];
    end = await serveAsOne(front, [one.port, two.port]);
    expect([await ask(front), await ask(front)].toSorted()).toEqual(['one', 'two']);
    one.server.closeAllConnections();
    one.server.close();
    await once(one.server, 'close');
    expect([await ask(front), await ask(front)]).toEqual(['two', 'two']);
  });

  it('hear when who asked has left', async () => {
    const { front } = await freePorts(['front']);
    const { server, port } = await start('one');
    server.removeAllListeners('request');
    const asked = once(server, 'request');
    end = await serveAsOne(front, [port]);
    const leaving = new AbortController();
    const answer = fetch(`http://127.0.0.1:${String(front)}`, { signal: leaving.signal }).catch(() => 'left');
    const [, response] = (await asked) as [unknown, NodeJS.EventEmitter];
    const left = once(response, 'close');
    leaving.abort();
    await left;
    expect(await answer).toBe('left');
  });
});
