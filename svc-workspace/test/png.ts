import { PICTURE_PIXELS } from '@cairn/contracts';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A chunk of a PNG with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const numbers = [data.length, crc32(body)].map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  });
  return Buffer.concat([numbers[0] ?? body, body, numbers[1] ?? body]);
}

/** The header of a picture. */
export function header(width: number = PICTURE_PIXELS, rest: readonly number[] = [8, 6, 0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(PICTURE_PIXELS, 4);
  data.set(rest, 8);
  return chunk('IHDR', data);
}

/** The pixels of a picture, all alike. */
export const pixels = (bytes = PICTURE_PIXELS * (1 + PICTURE_PIXELS * 4)) =>
  chunk('IDAT', deflateSync(Buffer.alloc(bytes, 7)));
export const END = chunk('IEND', Buffer.alloc(0));
export const png = (...parts: readonly Buffer[]) => Buffer.concat([SIGNATURE, ...parts]);
export const base64 = (...parts: readonly Buffer[]) => png(...parts).toString('base64');

/** A picture that is nothing but one. */
export const PLAIN_PNG = base64(header(), pixels(), END);
