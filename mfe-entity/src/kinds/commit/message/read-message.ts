export interface MessageBlock {
  readonly code: boolean;
  readonly text: string;
}
export interface Trailer {
  readonly name: string;
  readonly value: string;
}

const TRAILER = /^([A-Z][A-Za-z]*(?:-[A-Za-z]+)+|Fixes|Closes|Refs|Bug|Issue): (\S.*)$/;

const isCode = (block: string) => block.split('\n').every((line) => /^(?: {4}|\t)/.test(line));

function trailersOf(block: string | undefined): Trailer[] {
  const lines = block?.split('\n') ?? [];
  const found = lines.map((line) => TRAILER.exec(line));
  if (found.length === 0 || found.some((match) => !match)) return [];
  return found.map((match) => ({ name: match?.[1] ?? '', value: match?.[2] ?? '' }));
}

/** Parses a commit message below its subject: blocks of prose and code, and its trailers. */
export function readMessage(text: string): { blocks: MessageBlock[]; trailers: Trailer[] } {
  const [, ...rest] = text.replaceAll('\r\n', '\n').trim().split('\n');
  const parts = rest
    .join('\n')
    .split(/\n\s*\n/)
    .map((part) => part.replace(/^\n+|\s+$/g, ''))
    .filter((part) => part.trim() !== '');
  const trailers = trailersOf(parts.at(-1));
  const prose = trailers.length > 0 ? parts.slice(0, -1) : parts;
  return { blocks: prose.map((part) => ({ code: isCode(part), text: part })), trailers };
}
