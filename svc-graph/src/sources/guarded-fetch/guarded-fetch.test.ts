import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForbiddenAddress } from './forbidden-address.ts';
import { type AddressLookup, createGuardedFetch } from './guarded-fetch.ts';

const seen: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  seen.push(request);
  answer(request, response);
});
let port = '';
const INTERNAL = /internal network/;

/** DNS as a test wants it: all names lead to these addresses. */
const leadingTo =
  (...addresses: string[]): AddressLookup =>
  (_host, _options, answered) =>
    answered(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const guarded = (lookup = leadingTo('127.0.0.1'), timeLimit = 60_000) =>
  createGuardedFetch({ allowed: [`127.0.0.1:${port}`], timeLimit, sizeLimit: 1_000, lookup });

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = String((server.address() as AddressInfo).port);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('an address of the inside', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2002:7f00:1::]',
  ])('%s is refused, on its own and as what a name leads to', async (host) => {
    await expect(guarded()(`http://${host}:1/`)).rejects.toThrow(INTERNAL);
    const { hostname } = new URL(`http://${host}`);
    const named = guarded(leadingTo('8.8.8.8', hostname.replace(/^\[|\]$/g, '')));
    await expect(named('http://tracker.example:1/')).rejects.toThrow(INTERNAL);
  });

  it('is told from those of the public network', () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '140.82.121.3', '2606:50c0:8000::153'])
      expect([address, isForbiddenAddress(address)]).toEqual([address, false]);
  });

  it('is refused wherever it stands in a private network', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(part, part, part, (a, b, c) =>
        [`10.${a}.${b}.${c}`, `127.${a}.${b}.${c}`, `192.168.${a}.${b}`].every(isForbiddenAddress),
      ),
    );
  });

  it('is refused where a redirect leads to it', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    await expect(guarded()(`http://127.0.0.1:${port}/`)).rejects.toThrow(INTERNAL);
  });

  it.each([
    '169.254.169.254',
    '2852039166',
    '168.63.129.16',
    '100.100.100.200',
    '[::ffff:169.254.169.254]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::a9fe:a9fe]',
  ])(
    '%s is refused though its server is allowed, as what a name leads to and by a redirect',
    async (host) => {
      const { hostname } = new URL(`http://${host}`);
      const allowed = [`${hostname}:80`, 'tracker.example:80', `127.0.0.1:${port}`];
      const lookup = leadingTo('8.8.8.8', hostname.replace(/^\[|\]$/g, ''));
      const read = createGuardedFetch({ allowed, lookup });
      await expect(read(`http://${host}/latest`)).rejects.toThrow(/clouds tell secrets/);
      await expect(read('http://tracker.example/')).rejects.toThrow(/clouds tell secrets/);
      answer = (_, response) => response.writeHead(302, { location: `http://${host}/latest` }).end();
      await expect(read(`http://127.0.0.1:${port}/`)).rejects.toThrow(/clouds tell secrets/);
    },
  );

  it('is read where the installation allows its host and port, and at no other port', async () => {
    answer = (_, response) => response.end('here');
    expect(await (await guarded()(`http://127.0.0.1:${port}/`)).text()).toBe('here');
    await expect(guarded()(`http://127.0.0.1:${Number(port) + 1}/`)).rejects.toThrow(INTERNAL);
  });
});

describe('an address', () => {
  it.each(['file:///etc/passwd', 'ftp://tracker.example/', 'data:text/plain,x'])(
    '%s is refused',
    async (address) => {
      await expect(guarded()(address)).rejects.toThrow(/http or https/);
    },
  );

  it('with a password is refused, and the words do not repeat it', async () => {
    const error: unknown = await guarded()('https://me:canary@tracker.example/').catch(
      (each: unknown) => each,
    );
    expect(String(error)).toMatch(/must not contain a password/);
    expect(String(error)).not.toContain('canary');
  });
});

describe('credentials', () => {
  const headers = {
    authorization: 'Bearer canary',
    cookie: 'canary',
    'private-token': 'canary',
    accept: 'a/b',
  };
  const allowed = () => [`127.0.0.1:${port}`, `localhost:${port}`];

  it('stay at their host when it leads elsewhere', async () => {
    answer = ({ url }, response) =>
      url === '/'
        ? response.writeHead(301, { location: `http://localhost:${port}/other` }).end()
        : response.end();
    seen.length = 0;
    await createGuardedFetch({ allowed: allowed() })(`http://127.0.0.1:${port}/`, { headers });
    expect(seen.map(({ url }) => url)).toEqual(['/', '/other']);
    expect(JSON.stringify(seen[0]?.headers)).toContain('canary');
    expect(seen[1]?.headers).toMatchObject({ accept: 'a/b' });
    expect(JSON.stringify(seen[1]?.headers)).not.toContain('canary');
  });

  it('go on with a redirect inside their host', async () => {
    answer = ({ url }, response) =>
      url === '/' ? response.writeHead(301, { location: '/other' }).end() : response.end();
    seen.length = 0;
    await guarded()(`http://127.0.0.1:${port}/`, { headers });
    expect(seen[1]?.headers.authorization).toBe('Bearer canary');
  });

  it('are sent by https only, except to a server that the installation allows', async () => {
    const asked = guarded(leadingTo('8.8.8.8'))('http://tracker.example/', { headers });
    await expect(asked).rejects.toThrow(/by https only/);
  });

  it('in a body are sent nowhere else', async () => {
    answer = (_, response) => response.writeHead(307, { location: `http://localhost:${port}/` }).end();
    seen.length = 0;
    const asked = guarded()(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'canary' });
    await expect(asked).rejects.toThrow(/has moved/);
    expect(seen).toHaveLength(1);
  });
});

describe('a server', () => {
  const ask = (init?: RequestInit) => guarded()(`http://127.0.0.1:${port}/`, init);

  it('that leads on without end is left', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/' }).end();
    await expect(ask()).rejects.toThrow(/without end/);
  });

  it('that hangs is left, before and within its answer', async () => {
    const hurried = () => guarded(undefined, 200)(`http://127.0.0.1:${port}/`);
    answer = () => undefined;
    await expect(hurried()).rejects.toThrow(/in time/);
    answer = (_, response) => void response.write('half');
    await expect(hurried()).rejects.toThrow(/in time/);
  });

  it('that cuts its answer has not answered', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half', () => response.destroy());
    };
    await expect(ask()).rejects.toThrow(/cut/);
  });

  it('that sends too much is refused, packed or not', async () => {
    answer = (_, response) => response.end('x'.repeat(1_001));
    await expect(ask()).rejects.toThrow(/larger/);
    const packed = gzipSync('x'.repeat(100_000));
    expect(packed.length).toBeLessThan(1_000);
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    await expect(ask()).rejects.toThrow(/larger/);
  });

  it('is heard as it answers: status, headers and a packed body', async () => {
    answer = (_, response) =>
      response.writeHead(404, { 'content-encoding': 'gzip', etag: '"1"' }).end(gzipSync('gone'));
    const heard = await ask();
    expect([heard.status, heard.headers.get('etag'), await heard.text()]).toEqual([404, '"1"', 'gone']);
    answer = (_, response) => response.writeHead(304).end();
    expect((await ask()).status).toBe(304);
  });

  it('is left when whoever asks stops', async () => {
    answer = () => undefined;
    await expect(ask({ signal: AbortSignal.timeout(50) })).rejects.toThrow(/aborted/);
  });
});
