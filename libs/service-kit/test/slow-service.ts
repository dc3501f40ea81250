import { createLogger } from '../src/log.ts';
import { startService } from '../src/start-service.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers after the milliseconds in the query, and logs when it has closed its resources. */
const fetch = async (request: Request): Promise<Response> => {
  process.send?.({ type: 'asked' });
  await wait(Number(new URL(request.url).searchParams.get('ms')));
  return new Response('done');
};

const limits = process.env['LIMITS'] ? (JSON.parse(process.env['LIMITS']) as Record<string, number>) : {};
const log = createLogger('slow');
await startService({
  app: { fetch },
  port: Number(process.env['PORT'] ?? 0),
  host: '127.0.0.1',
  log,
  clientLimits: limits,
  close: () => void process.stdout.write('closed what it holds\n'),
});
if (process.env['CRASH']) setTimeout(() => Promise.reject(new Error('nobody waits for this')), 50);
