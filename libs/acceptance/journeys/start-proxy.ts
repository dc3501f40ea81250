import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../docs/behind-a-proxy.md');

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The nginx text of the docs, with these values in the place of its examples. */
function documentedServer(values: Readonly<Record<string, string>>): string {
  const [, text = ''] = /```nginx\n([^]*?)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];
  return Object.entries(values).reduce((config, [example, value]) => {
    if (!config.includes(example)) throw new Error(`the docs no longer say ${example}`);
    return config.replaceAll(example, value);
  }, text);
}

/** A private key and a certificate for a name. */
function makeCertificate(folder: string, name: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'own.key'), join(folder, 'own.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const out = ['-keyout', key, '-out', certificate];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...out];
  execFileSync('openssl', words, { stdio: 'ignore' });
  return { key, certificate };
}

interface ProxyOptions {
  readonly nginx: string;
  readonly name: string;
  readonly port: number;
  /** The port of Cairn. */
  readonly to: number;
}

/** Runs the documented nginx with a certificate of its own until `stop` is called. */
export async function startProxy({ nginx, name, port, to }: ProxyOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-proxy-'));
  const { key, certificate } = makeCertificate(folder, name);
  const server = documentedServer({
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/cairn.example.pem': certificate,
    '/etc/ssl/cairn.example.key': key,
    'cairn.example': name,
    '127.0.0.1:4400': `127.0.0.1:${to}`,
  });
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  const config = join(folder, 'nginx.conf');
  const main = `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; events {}`;
  writeFileSync(config, `${main}\nhttp { access_log off; ${places.join(' ')}\n${server}}\n`);
  // As root it would change to a user who may not read the folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const child = spawn(nginx, ['-p', folder, '-c', config, '-g', user], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    certificate: readFileSync(certificate, 'utf8'),
    /** What it complained about. */
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
