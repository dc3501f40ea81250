import { createLogger } from '../src/log.ts';
import { Registry } from 'prom-client';
import { Hono } from 'hono';
import { observe, type ServiceEnvironment } from '../src/observe.ts';
import { startService } from '../src/start-service.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Fails after some milliseconds. */
const failing = async (ms: number): Promise<void> => {
  await wait(ms);
  throw new Error('left behind');
};

const log = createLogger('slow');
const registry = new Registry();
const app = new Hono<ServiceEnvironment>();
app.use(observe(log, registry));
app.get('/metrics', async (c) => c.text(await registry.metrics()));
/** Answers after the milliseconds in the query, and leaves a promise that fails after those of `left`. */
app.get('/', async (c) => {
  process.send?.({ type: 'asked' });
  if (c.req.query('left')) void failing(Number(c.req.query('left')));
  await wait(Number(c.req.query('ms')));
  return c.text('done');
});

const limits = process.env['LIMITS'] ? (JSON.parse(process.env['LIMITS']) as Record<string, number>) : {};
await startService({
  app,
  port: Number(process.env['PORT'] ?? 0),
  host: '127.0.0.1',
  log,
  clientLimits: limits,
  close: () => void process.stdout.write('closed what it holds\n'),
});
if (process.env['CRASH']) setTimeout(() => Promise.reject(new Error('nobody waits for this')), 50);
