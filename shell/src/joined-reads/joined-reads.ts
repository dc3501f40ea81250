import { BATCH_PATH, FRAME, FRAME_START, MOST_READS } from '@cairn/contracts/batch';

interface Read {
  readonly path: string;
  readonly init: RequestInit;
  answer(response: Response): void;
  fail(error: unknown): void;
}

/** What is asked within this time travels together; the parts of a page are not drawn in one go. */
const TOGETHER_MS = 20;

type Fetch = (path: string, init: RequestInit) => Promise<Response>;
type Bytes = Uint8Array<ArrayBuffer>;

/** A cut connection, in the browser's own kind of error. */
const cut = () => new TypeError('The answer ended early.');

/** Calls `take` with each frame of a batch's answer. */
async function readFrames(
  body: ReadableStream<Bytes>,
  take: (read: number, kind: number, bytes: Bytes) => void,
): Promise<void> {
  let kept: Bytes = new Uint8Array();
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const joined = new Uint8Array(kept.length + part.value.length);
    joined.set(kept);
    joined.set(part.value, kept.length);
    let at = 0;
    while (joined.length - at >= FRAME_START) {
      const end = at + FRAME_START + new DataView(joined.buffer).getUint32(at + 2);
      if (end > joined.length) break;
      take(joined[at] ?? 0, joined[at + 1] ?? 0, joined.subarray(at + FRAME_START, end));
      at = end;
    }
    kept = joined.subarray(at);
  }
}

/** Gives the reads of a batch their answers, each as soon as it is whole. */
async function answerReads(reads: readonly Read[], batch: Response): Promise<void> {
  // What refuses the batch refuses each of its reads.
  if (!batch.ok || !batch.body) {
    for (const read of reads) read.answer(batch.clone());
    return;
  }
  const heads: ResponseInit[] = [];
  const parts: Bytes[][] = reads.map(() => []);
  await readFrames(batch.body, (index, kind, bytes) => {
    const read = reads[index];
    if (kind === FRAME.head) heads[index] = JSON.parse(new TextDecoder().decode(bytes)) as ResponseInit;
    if (kind === FRAME.body) parts[index]?.push(bytes.slice());
    if (kind === FRAME.end) read?.answer(new Response(new Blob(parts[index]), heads[index]));
    if (kind === FRAME.broken) read?.fail(cut());
  });
}

/** Aborts once no read is wanted any more. */
function whileWanted(reads: readonly Read[]): AbortSignal {
  const control = new AbortController();
  const leave = () => reads.every(({ init }) => init.signal?.aborted) && control.abort();
  for (const { init } of reads) init.signal?.addEventListener('abort', leave);
  return control.signal;
}

async function sendReads(reads: readonly Read[], fetch: Fetch): Promise<void> {
  try {
    const [only] = reads;
    if (only && reads.length === 1) return only.answer(await fetch(only.path, only.init));
    const sent = reads.map(({ path, init: { body } }) => {
      const input = typeof body === 'string' ? `,"input":${body}` : '';
      return `{"path":${JSON.stringify(path)}${input}}`;
    });
    const batch = await fetch(BATCH_PATH, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: `{"reads":[${sent.join()}]}`,
      signal: whileWanted(reads),
    });
    await answerReads(reads, batch);
    // Those that have their answer hear nothing of it.
    for (const read of reads) read.fail(cut());
  } catch (error) {
    for (const read of reads) read.fail(error);
  }
}

/** Sends the reads that a page asks at once in one request; one alone goes to its own address. */
export function joinReads(fetch: Fetch): Fetch {
  let waiting: Read[] = [];
  const send = () => {
    const reads = waiting.filter(({ init }) => !init.signal?.aborted);
    waiting = [];
    for (let start = 0; start < reads.length; start += MOST_READS)
      void sendReads(reads.slice(start, start + MOST_READS), fetch);
  };
  return (path, init) =>
    new Promise((answer, fail) => {
      const { signal } = init;
      if (signal?.aborted) return fail(signal.reason);
      signal?.addEventListener('abort', () => fail(signal.reason));
      if (waiting.push({ path, init, answer, fail }) === 1) setTimeout(send, TOGETHER_MS);
    });
}
