import { AppError, PICTURE_PIXELS } from '@cairn/contracts';
import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The chunks that make the picture; all others, such as texts and places, are dropped. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** How many values make a pixel, by the colour type of the header. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** Length, type, data and checksum as they stand in the file. */
  readonly whole: Buffer;
}

const refusal = () =>
  new AppError('invalid_input', `A picture is a PNG of ${PICTURE_PIXELS} × ${PICTURE_PIXELS} pixels.`);

function* chunksOf(png: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE.length; at < png.length;) {
    const end = at + 12 + (at + 8 <= png.length ? png.readUInt32BE(at) : Infinity);
    if (end > png.length) throw refusal();
    const whole = png.subarray(at, end);
    const body = whole.subarray(4, -4);
    if (crc32(body) !== whole.readUInt32BE(whole.length - 4)) throw refusal();
    yield { type: body.toString('latin1', 0, 4), data: body.subarray(4), whole };
    at = end;
  }
}

/** How many bytes the pixels of a header take; throws where it is not of a small plain picture. */
function sizeOf(header: Chunk | undefined): number {
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw refusal();
  const { data } = header;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, color = -1, ...rest] = data.subarray(8);
  const channels = CHANNELS[color];
  const isPlain = depth === 8 && channels !== undefined && rest.every((each) => each === 0);
  if (width !== PICTURE_PIXELS || height !== PICTURE_PIXELS || !isPlain) throw refusal();
  return height * (1 + width * channels);
}

function checkPixels(chunks: readonly Chunk[]): void {
  const most = sizeOf(chunks[0]);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    if (inflateSync(packed, { maxOutputLength: most }).length === most) return;
  } catch {
    // What cannot be unpacked is no picture.
  }
  throw refusal();
}

/** A PNG made of its pixels alone, in base64; throws `invalid_input` for whatever is no small picture. */
export function plainPng(base64: string): string {
  const png = Buffer.from(base64, 'base64');
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw refusal();
  const chunks = [...chunksOf(png)];
  if (chunks.at(-1)?.type !== 'IEND') throw refusal();
  checkPixels(chunks);
  const kept = chunks.filter(({ type }) => KEPT.includes(type)).map(({ whole }) => whole);
  return Buffer.concat([SIGNATURE, ...kept]).toString('base64');
}
