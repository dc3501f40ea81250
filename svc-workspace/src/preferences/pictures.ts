import { AppError, type pictureContract, type UserId } from '@cairn/contracts';
import type { Handlers } from '@cairn/service-kit';
import { createHash } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import { plainPng } from './plain-png.ts';

export interface PictureStore {
  /** Replaces the picture of a user and returns what names it; null removes it. */
  set(userId: UserId, png: string | null): Promise<string | null>;
  /** The picture of a user, as somebody may see it who shares an org with them; null otherwise. */
  seenBy(viewer: UserId, userId: UserId): Promise<string | null>;
}

/** The pictures of people. */
export function pictureStore(db: Database): PictureStore {
  return {
    set: async (user_id, png) => {
      const picture = png === null ? null : createHash('sha256').update(png).digest('hex').slice(0, 16);
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('pictures').where('user_id', '=', user_id).execute();
        if (png !== null) await trx.insertInto('pictures').values({ user_id, png }).execute();
        await trx
          .insertInto('preferences')
          .values({ user_id, theme: 'system', picture })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ picture }))
          .execute();
      });
      return picture;
    },
    seenBy: async (viewer, userId) => {
      const row = await db
        .selectFrom('pictures')
        .select('png')
        .where('user_id', '=', userId)
        .$if(viewer !== userId, (query) =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('members as theirs')
                .innerJoin('members as ours', 'ours.org_id', 'theirs.org_id')
                .where('ours.user_id', '=', viewer)
                .whereRef('theirs.user_id', '=', 'pictures.user_id')
                .select('theirs.org_id'),
            ),
          ),
        )
        .executeTakeFirst();
      return row?.png ?? null;
    },
  };
}

/** Sets and shows pictures. A picture is stored without anything but its pixels. */
export function pictureRoutes(pictures: PictureStore): Handlers<typeof pictureContract> {
  return {
    setPicture: async ({ caller: { userId }, input: { png } }) => ({
      data: { picture: await pictures.set(userId, png === null ? null : plainPng(png)) },
    }),
    readPicture: async ({ caller, params: { userId } }) => {
      const png = await pictures.seenBy(caller.userId, userId);
      if (png === null) throw new AppError('not_found', 'There is no such picture.');
      return new Response(Buffer.from(png, 'base64'), {
        headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=86400' },
      });
    },
  };
}
