import { AppError, THUMBNAIL_LENGTH } from '@cairn/contracts';
import type { Database } from '../database/tables.ts';

/** The first bytes of the kinds of pictures that are kept. None of them holds scripts or addresses. */
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/webp': (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

const DATA_ADDRESS = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The picture as it is kept: written again from its bytes. Throws for what is no small picture. */
export function checkedThumbnail(address: string): string {
  const [, type = '', text = ''] = DATA_ADDRESS.exec(address) ?? [];
  const bytes = Buffer.from(text, 'base64');
  const isPicture = SIGNATURES[type]?.(bytes) ?? false;
  if (!isPicture || address.length > THUMBNAIL_LENGTH)
    throw new AppError('invalid_input', 'thumbnail: must be a small JPEG, PNG or WebP as a data address');
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** Keeps the picture of a saved thing; null takes it away, undefined leaves it. */
export async function keepThumbnail(
  db: Database,
  id: string,
  image: string | null | undefined,
): Promise<void> {
  if (image === undefined) return;
  if (image === null) {
    await db.deleteFrom('link_thumbnails').where('link_id', '=', id).execute();
    return;
  }
  await db
    .insertInto('link_thumbnails')
    .values({ link_id: id, image })
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet({ image }))
    .execute();
}

/** The pictures of saved things by their id. */
export async function thumbnailsOf(db: Database, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const rows = await db.selectFrom('link_thumbnails').selectAll().where('link_id', 'in', ids).execute();
  return Object.fromEntries(rows.map(({ link_id, image }) => [link_id, image]));
}
