import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServedApp } from '../src/index.ts';

const APP = { id: '77', client: ['Iv1.journey', 'the secret of the client'], slug: 'cairn-reader' } as const;
/** Where journeys find the key with which the App of the product signs. */
const PUBLIC_KEY = 'CAIRN_JOURNEY_APP_KEY';

/** The environment of a product that has an App on a server of GitHub; its key lies in the folder. */
export function appEnvironment(folder: string, host: string): Record<string, string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const keyFile = join(folder, 'app.pem');
  writeFileSync(keyFile, privateKey, { mode: 0o600 });
  process.env[PUBLIC_KEY] = publicKey;
  const [clientId, clientSecret] = APP.client;
  return {
    CAIRN_GITHUB_APP_ID: APP.id,
    CAIRN_GITHUB_APP_PRIVATE_KEY_FILE: keyFile,
    CAIRN_GITHUB_APP_CLIENT_ID: clientId,
    CAIRN_GITHUB_APP_CLIENT_SECRET: clientSecret,
    CAIRN_GITHUB_APP_SLUG: APP.slug,
    CAIRN_GITHUB_APP_WEBHOOK_SECRET: 'the secret of the App',
    CAIRN_GITHUB_APP_HOST: host,
  };
}

/** The App of that product, as its server of GitHub knows it. */
export const servedApp = (): ServedApp =>
  new ServedApp({ id: APP.id, client: APP.client, publicKey: process.env[PUBLIC_KEY] ?? '' });
