import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server of the tests got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const decode = (body: string) =>
  body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function read(raw: string): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const quoted = field('Content-Transfer-Encoding') === 'quoted-printable';
  const content = body.join('\n\n');
  return {
    from: field('From'),
    to: field('To'),
    subject: field('Subject'),
    text: quoted ? decode(content) : content,
  };
}

/** Starts a mail server that keeps what it gets, and takes the password `letters` of the user `cairn` alone. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  let waiting: (() => void) | undefined;
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'cairn' && password === 'letters' ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, _, done) => {
      void text(stream).then((raw) => {
        mails.push(read(raw));
        done();
        waiting?.();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://cairn:letters@127.0.0.1:${port}`,
    mails,
    /** The next mail that was not taken yet. */
    next: async (): Promise<ReceivedMail> => {
      while (mails.length === 0) await new Promise<void>((resolve) => (waiting = resolve));
      return mails.shift() as ReceivedMail;
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
