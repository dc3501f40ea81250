import type { LogRecord, Signature } from './records.ts';

const TRAILER = /^co-authored-by:[ \t]*(.*?)[ \t]*<([^<>\n]+)>[ \t]*\r?$/gim;

/** The co-authors that the trailers of a message name, without the author, each address once; texts are bytes. */
export function coAuthorsOf({ message, author }: LogRecord): Signature[] {
  // Most messages have no co-authors, and searching for the word is cheaper than searching for the line.
  if (!/o-authored-by:/i.test(message)) return [];
  const [own = '', address = ''] = author.identity.split('\n');
  const found = new Map<string, Signature>();
  for (const [, name = '', email = ''] of message.matchAll(TRAILER)) {
    const key = email.trim().toLowerCase();
    if (key === '' || key === address.toLowerCase() || (name === own && key === address)) continue;
    found.set(key, { rawName: name, rawEmail: email.trim(), name, email: email.trim(), at: author.at });
  }
  return [...found.values()];
}
