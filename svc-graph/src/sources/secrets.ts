import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { OrgId } from '@cairn/contracts';
import type { GraphStores } from '../store/graph-stores.ts';
import type { GraphWriter } from '../store/graph-writer.ts';
import { deleteFrom, insertInto, update } from '../store/statement.ts';
import type { Statement } from '../store/statement.ts';
import type { Transaction } from '../store/transaction.ts';
import { type SecretKeys, readKeys } from './secret-keys.ts';

/** Secret settings of a source by name. */
export type SourceSecrets = Readonly<Record<string, string>>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies the owner of a secret, so that a secret cannot be moved to another source. */
const ownerOf = (orgId: OrgId, sourceId: string, name: string) =>
  Buffer.from(JSON.stringify([orgId, sourceId, name]));

function seal(key: Buffer, owner: Buffer, secret: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(owner);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function unseal(key: Buffer, owner: Buffer, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(owner);
  decipher.setAuthTag(tag);
  return (
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}

/** A secret and the key that opens it. While secrets are sealed anew, some are under the former key. */
function unsealBy(keys: SecretKeys, owner: Buffer, sealed: Buffer): { secret: string; key: Buffer } {
  const [key, ...others] = keys;
  try {
    return { secret: unseal(key, owner, sealed), key };
  } catch (error) {
    const [next, ...rest] = others;
    if (!next) throw error;
    return unsealBy([next, ...rest], owner, sealed);
  }
}

/** Whether the reason of an error is that no key opens a secret. */
const isSealedOtherwise = (error: unknown): boolean =>
  error instanceof Error && /unable to authenticate|authentication tag/i.test(error.message);

/** Settings have names of letters, so none of them is one of these. */
const WEBHOOK = 'webhook:';
const IS_SETTING = `name NOT LIKE '${WEBHOOK}%'`;

/** Deletes the secrets of a source. */
export function removeSecrets(sourceId: string): Statement {
  return deleteFrom('SourceSecret', '"sourceId" = $1', [sourceId]);
}

/** Deletes the secret settings of a source, but no webhook secret. */
export const removeSecretSettings = (sourceId: string): Statement =>
  deleteFrom('SourceSecret', `"sourceId" = $1 AND ${IS_SETTING}`, [sourceId]);

/** Statements that replace the secret settings of a source by new ones, encrypted; none without secrets. */
export async function secretStatements(
  dataDir: string,
  source: { readonly orgId: OrgId; readonly sourceId: string },
  secrets: SourceSecrets,
): Promise<Statement[]> {
  const { orgId, sourceId } = source;
  const names = Object.entries(secrets);
  if (names.length === 0) return [];
  const [key] = await readKeys(dataDir);
  return [
    removeSecretSettings(sourceId),
    ...names.map(([name, secret]) => sealedRow(key, { orgId, sourceId }, name, secret)),
  ];
}

/** Whose secret it is. */
interface SecretOwner {
  readonly orgId: OrgId;
  readonly sourceId: string;
}

const sealedRow = (key: Buffer, { orgId, sourceId }: SecretOwner, name: string, secret: string): Statement =>
  insertInto('SourceSecret', [], 'VALUES ($1, $2, $3::BLOB)', [
    sourceId,
    name,
    seal(key, ownerOf(orgId, sourceId, name), secret),
  ]);

/** Removes one webhook secret of a source. */
export const removeWebhookSecret = (sourceId: string, id: string): Statement =>
  deleteFrom('SourceSecret', '"sourceId" = $1 AND name = $2', [sourceId, WEBHOOK + id]);

/** Statements that keep a webhook secret of a source, in the place of the one with the same id. */
export async function webhookSecretStatements(
  dataDir: string,
  { id, secret, ...owner }: SecretOwner & { readonly id: string; readonly secret: string },
): Promise<Statement[]> {
  const [key] = await readKeys(dataDir);
  return [removeWebhookSecret(owner.sourceId, id), sealedRow(key, owner, WEBHOOK + id, secret)];
}

/** The ids of the webhook secrets of a source; an id begins with the moment at which it was made. */
export async function listWebhookSecrets(
  store: Pick<GraphWriter, 'rows'>,
  sourceId: string,
): Promise<string[]> {
  const rows = await store.rows<{ name: string }>(
    `SELECT name FROM "SourceSecret" WHERE "sourceId" = $1 AND NOT (${IS_SETTING}) ORDER BY name`,
    [sourceId],
  );
  return rows.map(({ name }) => name.slice(WEBHOOK.length));
}

/** The sources that have a secret setting, such as a token. */
export async function listConnected(store: Pick<GraphWriter, 'rows'>): Promise<ReadonlySet<string>> {
  const rows = await store.rows<{ id: string }>(
    `SELECT DISTINCT "sourceId" AS id FROM "SourceSecret" WHERE ${IS_SETTING}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The decrypted secret settings of a source, for the thread that reads it only. */
export const readSecrets = (stores: GraphStores, orgId: OrgId, sourceId: string): Promise<SourceSecrets> =>
  unsealAll(stores, { orgId, sourceId }, IS_SETTING);

/** The decrypted webhook secrets of a source, to check a message with. */
export const readWebhookSecrets = async (stores: GraphStores, owner: SecretOwner): Promise<string[]> =>
  Object.values(await unsealAll(stores, owner, `NOT (${IS_SETTING})`));

async function unsealAll(
  stores: GraphStores,
  { orgId, sourceId }: SecretOwner,
  which: string,
): Promise<SourceSecrets> {
  const writer: Pick<GraphWriter, 'rows'> = await stores.open(orgId);
  const rows = await writer.rows<{ name: string; sealed: string }>(
    `SELECT name, to_base64(sealed) AS sealed FROM "SourceSecret" WHERE "sourceId" = $1 AND ${which}`,
    [sourceId],
  );
  if (rows.length === 0) return {};
  const keys = await readKeys(stores.dataDir);
  const clear = rows.map(({ name, sealed }) => [
    name,
    unsealBy(keys, ownerOf(orgId, sourceId, name), Buffer.from(sealed, 'base64')).secret,
  ]);
  return Object.fromEntries(clear) as SourceSecrets;
}

/** Seals every secret of an org by the first key, in one transaction; one that no key opens stays as it is. */
export async function resealSecrets(
  transaction: Transaction,
  orgId: OrgId,
  keys: SecretKeys,
): Promise<{ resealed: number; lost: number }> {
  const [present] = keys;
  const rows = await transaction.rows<{ sourceId: string; name: string; sealed: string }>(
    'SELECT "sourceId", name, to_base64(sealed) AS sealed FROM "SourceSecret"',
  );
  const counts = { resealed: 0, lost: 0 };
  for (const { sourceId, name, sealed } of rows) {
    const owner = ownerOf(orgId, sourceId, name);
    try {
      const { secret, key } = unsealBy(keys, owner, Buffer.from(sealed, 'base64'));
      if (key === present) continue;
      const where = 'WHERE "sourceId" = $1 AND name = $2';
      const params = [sourceId, name, seal(present, owner, secret)];
      await transaction.run(update('SourceSecret', { sealed: '$3::BLOB' }, where, params));
      counts.resealed += 1;
    } catch (error) {
      if (!isSealedOtherwise(error)) throw error;
      counts.lost += 1;
    }
  }
  return counts;
}
