import { Duplex } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { AppError } from '@cairn/contracts';
import { FRAME, FRAME_START, MOST_READS } from '@cairn/contracts/batch';
import { invalidInput } from '@cairn/service-kit';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';

const Batch = z.strictObject({
  reads: z
    .array(z.strictObject({ path: z.string().startsWith('/api/').max(2_000), input: z.json().optional() }))
    .min(1)
    .max(MOST_READS),
});
type Read = z.infer<typeof Batch>['reads'][number];

/** Bytes of a batch. Services limit each read again. */
const MOST_BYTES = 1_048_576;

/** Refuses a batch that is too large. */
export const limitBatch = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw new AppError('too_large', 'The body is too large.');
  },
});

/** The headers of an answer that pages read. */
const TOLD = ['content-type', 'retry-after', 'cairn-rows', 'cairn-total'];

export interface BatchDeps {
  /** Whether a read by a method at a path may be asked with others. */
  readonly isBatched: (method: string, path: string) => boolean;
  /** Answers a request as if it had come alone. */
  readonly answer: (request: Request) => Promise<Response>;
}

type Write = (frame: Uint8Array<ArrayBuffer>) => Promise<void>;

const encoder = new TextEncoder();

function frame(read: number, kind: number, bytes: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(FRAME_START + bytes.byteLength);
  whole.set([read, kind]);
  new DataView(whole.buffer).setUint32(2, bytes.byteLength);
  whole.set(bytes, FRAME_START);
  return whole;
}

async function parseBatch(request: Request): Promise<readonly Read[]> {
  const body: unknown = await request.json().catch(() => {
    throw new AppError('invalid_json', 'The body is not valid JSON.');
  });
  const parsed = Batch.safeParse(body);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data.reads;
}

/** What is asked with an input is a POST, what is asked by its address alone a GET. */
const methodFor = ({ input }: Read) => (input === undefined ? 'GET' : 'POST');

/** The request that a read would be alone, of the same caller. */
function requestFor(read: Read, { url, headers }: Request, signal: AbortSignal): Request {
  const own = new Headers(headers);
  // The whole travels compressed.
  for (const name of ['accept-encoding', 'content-length', 'content-type', 'x-request-id']) own.delete(name);
  const request = { method: methodFor(read), headers: own, signal };
  const at = new URL(read.path, url);
  if (read.input === undefined) return new Request(at, request);
  own.set('content-type', 'application/json');
  return new Request(at, { ...request, body: JSON.stringify(read.input) });
}

async function answerRead(index: number, answering: Promise<Response>, write: Write): Promise<void> {
  try {
    const { status, headers, body } = await answering;
    const told = TOLD.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    await write(frame(index, FRAME.head, encoder.encode(JSON.stringify({ status, headers: told }))));
    for await (const bytes of body ?? []) await write(frame(index, FRAME.body, bytes));
    await write(frame(index, FRAME.end));
  } catch {
    // A half answer, as a cut connection would leave it. Who reads no more needs no word.
    await write(frame(index, FRAME.broken)).catch(() => undefined);
  }
}

/** Compresses what is written at once, so that no frame waits for the next. */
function compressed(frames: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  const gzip = Duplex.toWeb(createGzip({ flush: constants.Z_SYNC_FLUSH }));
  // Node's own types of streams differ from those of the platform by name alone.
  return frames.pipeThrough(gzip as unknown as TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>);
}

/**
 * Answers several reads of pages in one request, each as if it had come alone, with its own rights, limits and errors. The
 * answers come in the order in which they are ready, so a slow one delays no other.
 */
export function answerBatch({ isBatched, answer }: BatchDeps) {
  return async (c: Context): Promise<Response> => {
    const reads = await parseBatch(c.req.raw);
    const stranger = reads.find(
      (read) => !isBatched(methodFor(read), new URL(read.path, c.req.url).pathname),
    );
    if (stranger) throw new AppError('invalid_input', `${stranger.path} is not asked with others.`);
    const gone = new AbortController();
    const signal = AbortSignal.any([c.req.raw.signal, gone.signal]);
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const writer = writable.getWriter();
    const write: Write = (bytes) => writer.write(bytes);
    writer.closed.catch(() => gone.abort());
    void Promise.all(
      reads.map((read, index) => answerRead(index, answer(requestFor(read, c.req.raw, signal)), write)),
    )
      .then(() => writer.close())
      .catch(() => undefined);
    const gzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/i.test(c.req.header('accept-encoding') ?? '');
    return new Response(gzip ? compressed(readable) : readable, {
      headers: {
        'content-type': 'application/octet-stream',
        'cache-control': 'no-store',
        vary: 'accept-encoding',
        // nginx would hold frames back.
        'x-accel-buffering': 'no',
        ...(gzip ? { 'content-encoding': 'gzip' } : {}),
      },
    });
  };
}
