import { type LookupAddress, type LookupOptions, lookup as askDns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@cairn/contracts';
import { Agent, type Dispatcher, request as send } from 'undici';
import { isForbiddenAddress, isMetadataAddress } from './forbidden-address.ts';

type Answered = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Finds every address of a host. */
export type AddressLookup = (host: string, options: LookupOptions, answered: Answered) => void;

export interface FetchLimits {
  /** `host:port` of servers that may be read wherever they are. */
  readonly allowed: readonly string[];
  readonly timeLimit?: number;
  readonly sizeLimit?: number;
  readonly lookup?: AddressLookup;
}

/** Fetches as the platform does, and no address of the inside. */
export type GuardedFetch = typeof fetch;

const TIME_LIMIT = 30_000;
const SIZE_LIMIT = 64 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const BODILESS = [204, 205, 304];

/** Headers that say nothing about who asks; at another host all others are left out. */
const HARMLESS = ['accept', 'accept-encoding', 'accept-language', 'user-agent'];
const unzip = promisify(gunzip);

const unavailable = (words: string, cause?: unknown) =>
  new AppError('source_unavailable', words, cause === undefined ? undefined : { cause });

/** An address that is refused; no later try helps. */
const refused = (words: string) => new AppError('invalid_input', words);

const isInside = (host: string) =>
  refused(
    `The address of ${host} belongs to an internal network, so it is not read. A superuser of this Cairn can allow its server under Settings, Integrations.`,
  );

const tellsSecrets = (host: string) =>
  refused(
    `The address of ${host} is one at which clouds tell secrets, so it is never read. Nobody can allow it.`,
  );

/** A lookup that answers only when every address may be read, so no later one can be another. */
function guarded(
  lookup: AddressLookup,
  isClosed: (address: string) => boolean,
  refusal: (host: string) => AppError,
): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error ?? !first) return done(error ?? refusal(host), '', 0);
      if (addresses.some(({ address }) => isClosed(address))) return done(refusal(host), '', 0);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

const findPort = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80');

/** Refuses what is no address of the web. */
function checkForm(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('A source is read by http or https only. Give an address that begins with https://.');
  if (url.username !== '' || url.password !== '')
    throw refused('An address must not contain a password. Give it in the field that is meant for it.');
}

/** Refuses what is no address of the web, or names an internal one. */
function check(url: URL, isAllowed: boolean): void {
  checkForm(url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return;
  if (isAllowed && isMetadataAddress(host)) throw tellsSecrets(url.host);
  if (!isAllowed && isForbiddenAddress(host)) throw isInside(url.host);
}

async function readBody(answer: Dispatcher.ResponseData, host: string, most: number): Promise<Buffer> {
  const tooLarge = () => unavailable(`An answer of ${host} is larger than Cairn reads at once.`);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw tooLarge();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (answer.headers['content-encoding'] !== 'gzip' || size === 0) return body;
  return unzip(body, { maxOutputLength: most }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : cause;
  });
}

function copyHeaders(answer: Dispatcher.ResponseData): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    if (name !== 'content-encoding' && name !== 'content-length')
      for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}

/** The request for the place where an answer leads to. */
function redirected(asked: Request, location: string): Request {
  const from = new URL(asked.url);
  const to = new URL(location, from);
  if (asked.method !== 'GET' && asked.method !== 'HEAD')
    throw unavailable(`${from.host} has moved to ${to.host}. Change the address of this source.`);
  const kept = [...asked.headers].filter(([name]) => from.origin === to.origin || HARMLESS.includes(name));
  checkForm(to);
  return new Request(to, { method: asked.method, headers: kept, signal: asked.signal });
}

/** Why a server did not answer, in words; refusals say so themselves. */
function tellFailure(error: unknown, host: string, isLate: boolean): unknown {
  if (error instanceof AppError) return error;
  if (isLate) return unavailable(`${host} did not answer in time.`, error);
  return unavailable(`${host} could not be read: the connection failed or was cut.`, error);
}

/** A fetch for the addresses that people give: it reads no internal network, by whatever name, redirect or form. */
export function createGuardedFetch(limits: FetchLimits): GuardedFetch {
  const {
    allowed,
    timeLimit = TIME_LIMIT,
    sizeLimit = SIZE_LIMIT,
    lookup = askDns as AddressLookup,
  } = limits;
  const outside = new Agent({ connect: { lookup: guarded(lookup, isForbiddenAddress, isInside) } });
  const anywhere = new Agent({ connect: { lookup: guarded(lookup, isMetadataAddress, tellsSecrets) } });

  const sendOnce = async (asked: Request, body: Buffer, signal: AbortSignal): Promise<Response> => {
    const url = new URL(asked.url);
    const isAllowed = allowed.includes(`${url.hostname}:${findPort(url)}`);
    check(url, isAllowed);
    if (url.protocol === 'http:' && !isAllowed && asked.headers.has('authorization'))
      throw refused(`A token is sent by https only. Give the address of ${url.host} with https://.`);
    const answer = await send(url, {
      method: asked.method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': 'gzip', ...Object.fromEntries(asked.headers) },
      body: body.length > 0 ? body : null,
      dispatcher: isAllowed ? anywhere : outside,
      signal,
    });
    const read = await readBody(answer, url.host, sizeLimit);
    const { statusCode: status } = answer;
    return new Response(BODILESS.includes(status) ? null : new Uint8Array(read), {
      status,
      headers: copyHeaders(answer),
    });
  };

  return async (input, init) => {
    // The URL is checked before, because a Request says of a password only that it is bad.
    checkForm(new URL(input instanceof Request ? input.url : input));
    let asked = new Request(input, init);
    const body = Buffer.from(await asked.clone().arrayBuffer());
    const late = AbortSignal.timeout(timeLimit);
    const signal = AbortSignal.any([late, asked.signal]);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await sendOnce(asked, body, signal).catch((error: unknown) => {
        if (!late.aborted) asked.signal.throwIfAborted();
        throw tellFailure(error, new URL(asked.url).host, late.aborted);
      });
      const location = answer.headers.get('location');
      if (!REDIRECTS.includes(answer.status) || location === null) return answer;
      asked = redirected(asked, location);
    }
    throw unavailable(`${new URL(asked.url).host} leads from one address to another without end.`);
  };
}
