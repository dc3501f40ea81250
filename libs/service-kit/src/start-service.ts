import { createAdaptorServer } from '@hono/node-server';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takeLeftBehind } from './left-behind.ts';
import type { Logger } from './log.ts';

export interface ServiceToStart {
  readonly app: { fetch(request: Request): Response | Promise<Response> };
  readonly port: number;
  readonly host: string;
  readonly log: Logger;
  /** Limits for clients that differ from the default. */
  readonly clientLimits?: Partial<ClientLimits>;
  /**
   * Ends open streams and the like, which would never end by themselves, before the last requests are
   * awaited.
   */
  readonly onStopping?: () => void;
  /** Closes databases and the like, after the last request is answered. */
  readonly close?: () => Promise<void> | void;
}

/** The exit code when the port is taken (EX_UNAVAILABLE of sysexits.h). */
const EXIT_PORT_TAKEN = 69;

/**
 * The time for a client's headers, and for its whole request. Bodies have at most a few megabytes, which a
 * line of 2 Mbit/s sends in time. Answers have no limit here: a stream stays open for hours.
 */
const CLIENT_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  /** 200 pages with six connections each, and a reserve. */
  maxConnections: 2_000,
};
type ClientLimits = typeof CLIENT_LIMITS;

const DRAIN_MS = 3_500;
const EXIT_MS = 5_000;

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // A kept-alive connection becomes idle after its answer.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function onEnd(end: (why: string) => void, log: Logger): void {
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  if (process.send) process.once('disconnect', () => end('parent gone'));
  const die = (fault: string, err: unknown) => {
    log.fatal({ err }, fault);
    process.exit(1);
  };
  process.on('uncaughtException', (err) => die('uncaughtException', err));
  // What one request leaves behind is its own fault, and no reason to end those of others.
  process.on('unhandledRejection', (err) => takeLeftBehind(err) || die('unhandledRejection', err));
}

/**
 * Listens and announces it (log line, IPC message). On SIGTERM, SIGINT or the end of its parent it stops
 * accepting, finishes running requests, closes and exits within 5 seconds. Exits with 69 when the port is
 * taken, and with 1 after a fault that belongs to no request.
 */
export async function startService({
  app,
  port,
  host,
  log,
  clientLimits = {},
  onStopping,
  close,
}: ServiceToStart): Promise<number> {
  const limits = { ...CLIENT_LIMITS, ...clientLimits };
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: limits });
  if (!(server instanceof Server)) throw new Error('expected an HTTP/1.1 server');
  server.maxConnections = limits.maxConnections;
  const actual = await listen(server, port, host).catch((err: NodeJS.ErrnoException) => {
    const taken = err.code === 'EADDRINUSE';
    log.fatal({ err }, taken ? `port ${port} is in use` : `cannot listen on ${host}:${port}`);
    process.exit(taken ? EXIT_PORT_TAKEN : 1);
  });
  let ending = false;
  const end = async (why: string) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), EXIT_MS).unref();
    log.info({ why }, 'stopping');
    onStopping?.();
    await drain(server);
    await close?.();
    log.info('stopped');
    process.exit(0);
  };
  onEnd((why) => void end(why), log);
  log.info({ port: actual, host }, 'listening');
  process.send?.({ type: 'listening', port: actual });
  return actual;
}
