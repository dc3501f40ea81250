import { isUtf8 } from 'node:buffer';
import { isVisible } from '@cairn/contracts';
import { bytesOf, readText } from './git.ts';
import { type LogRecord, type Signed, signatureOf } from './records.ts';

const MESSAGE_LIMIT = 100_000;
const ASCII_SPACE = ' \t\n\v\f\r';

/** The start of a text may look like a byte order mark, which decoders drop. */
const readMessage = (bytes: string) => readText(`=${bytes}`).slice(1);

/** The message, trimmed at its end and cut to a limit. */
function messageOf({ message }: LogRecord): string {
  let end = message.length;
  while (end > 0 && ASCII_SPACE.includes(message.charAt(end - 1))) end -= 1;
  const trimmed = message.slice(0, end);
  if (end === 0 || (end <= MESSAGE_LIMIT && trimmed.charCodeAt(end - 1) < 128)) return trimmed;
  // Bytes are decoded only here. A character takes up to two units of a string.
  const text = readMessage(trimmed).trimEnd();
  return bytesOf(
    Array.from(text.slice(0, 2 * MESSAGE_LIMIT))
      .slice(0, MESSAGE_LIMIT)
      .join(''),
  );
}

/** The messages as UTF-8, one after another; valid ones are copied, the others are decoded one by one. */
export function messagesOf(records: readonly LogRecord[]): Uint8Array {
  const messages = records.map(messageOf);
  const own = Buffer.from(messages.join('\0'), 'latin1');
  return isUtf8(own) ? own : Buffer.from(messages.map(readMessage).join('\0'), 'utf8');
}

/** The name of each signer after the mailmap; empty where nobody could see it. */
function visibleNames(signers: readonly Signed[]): Uint8Array {
  const read = new Map<string, string>();
  const writtenName = ({ identity }: Signed) => {
    const known = read.get(identity);
    if (known !== undefined) return known;
    const name = readText(signatureOf(identity, null).name);
    const shown = isVisible(name) ? name : '';
    read.set(identity, shown);
    return shown;
  };
  return Buffer.from(signers.map(writtenName).join('\0'), 'utf8');
}

/** The names that commits were signed with, by their authors and by their committers, one after another. */
export function packNames(records: readonly LogRecord[]): [authors: Uint8Array, committers: Uint8Array] {
  return [
    visibleNames(records.map(({ author }) => author)),
    visibleNames(records.map(({ committer }) => committer)),
  ];
}
