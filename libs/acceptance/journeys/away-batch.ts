import { FRAME, FRAME_START } from '@cairn/contracts/batch';
import type { Route } from 'playwright/test';

interface Batch {
  readonly reads: readonly { readonly path: string }[];
}

/** What a gateway answers for a service that is away. */
export interface Away {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

function frame(read: number, kind: number, text = ''): Buffer {
  const bytes = Buffer.from(text);
  const start = Buffer.alloc(FRAME_START);
  start.set([read, kind]);
  start.writeUInt32BE(bytes.length, 2);
  return Buffer.concat([start, bytes]);
}

/** Gives the frames of a batch the places that their reads have in another one. */
function replaceReads(frames: Buffer, places: readonly number[]): Buffer {
  const changed = Buffer.from(frames);
  for (let at = 0; at < changed.length; at += FRAME_START + changed.readUInt32BE(at + 2))
    changed[at] = places[changed[at] ?? 0] ?? 0;
  return changed;
}

/** Answers a batch as the gateway would while some reads are those of a service that is away. */
export async function answerWhileAway(
  route: Route,
  isAway: (address: string) => boolean,
  away: Away,
): Promise<void> {
  const { reads } = route.request().postDataJSON() as Batch;
  const missing = reads.map(({ path }) => isAway(new URL(path, route.request().url()).href));
  if (!missing.includes(true)) return route.continue();
  const there = reads.flatMap((_, place) => (missing[place] ? [] : [place]));
  const answers =
    there.length === 0
      ? Buffer.alloc(0)
      : await (await route.fetch({ postData: { reads: there.map((place) => reads[place]) } })).body();
  const head = JSON.stringify({
    status: away.status,
    headers: Object.entries({ ...away.headers, 'content-type': 'application/json' }),
  });
  const refused = missing.flatMap((isMissing, place) =>
    isMissing
      ? [
          frame(place, FRAME.head, head),
          frame(place, FRAME.body, JSON.stringify(away.json)),
          frame(place, FRAME.end),
        ]
      : [],
  );
  await route.fulfill({
    contentType: 'application/octet-stream',
    body: Buffer.concat([...refused, replaceReads(answers, there)]),
  });
}
