import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { readDataFile, writeDataFile } from '../data-files.ts';

/** What says who made a backup: a public key, and the manifest signed by the private one. */
export const BackupSignature = z.object({ key: z.string().max(200), value: z.string().max(200) });
export type BackupSignature = z.infer<typeof BackupSignature>;

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The key by which an installation signs its backups, made where it is missing. No backup holds it. */
export async function signingKey(data: string): Promise<KeyObject> {
  const known = await readDataFile(data, 'backup-key.json');
  const pem = known?.privateKey ?? newKey();
  if (!known) await writeDataFile(data, 'backup-key.json', { privateKey: pem });
  return createPrivateKey(pem);
}

const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

/** Signs what a manifest says. */
export function signText(text: string, key: KeyObject): BackupSignature {
  return { key: publicText(key), value: sign(null, Buffer.from(text), key).toString('base64') };
}

/** Whether a text was signed by the key that the signature names. Anybody can make a key; who holds it is another question. */
export function isSigned(text: string, { key, value }: BackupSignature): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(value, 'base64'));
  } catch {
    return false;
  }
}

/** A name of a public key that people can compare. */
export const signerOf = ({ key }: Pick<BackupSignature, 'key'>): string =>
  (
    createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 24).match(/.{6}/g) ?? []
  ).join('-');

/** The signer of the backups that an installation makes; null where it has signed none. */
export async function signerIn(data: string): Promise<string | null> {
  const known = await readDataFile(data, 'backup-key.json');
  return known && signerOf({ key: publicText(createPrivateKey(known.privateKey)) });
}
