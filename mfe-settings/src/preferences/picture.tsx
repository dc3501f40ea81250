import { personalClient } from '@cairn/client';
import { PICTURE_PIXELS, pictureAddress } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Avatar, Button } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import styles from './picture.module.css';

/** Draws the middle of a picture small, and returns it as a PNG in base64. */
async function smallPng(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Error('This file is no picture that the browser can read.', { cause });
  });
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PICTURE_PIXELS;
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, PICTURE_PIXELS, PICTURE_PIXELS);
  picture.close();
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/** The bytes of a picture in base64. */
async function base64Of(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

/** Replaces or removes the picture of the user; the one before comes back by undo. */
function useSetPicture() {
  const { user, refreshUser, toast } = useHost();
  const { picture } = user.preferences;
  const keepLast = async () => {
    const address = pictureAddress(user.id, picture);
    const answer = address === undefined ? undefined : await fetch(address).catch(() => undefined);
    return answer?.ok ? base64Of(await answer.blob()) : undefined;
  };
  const save = useMutation({
    mutationFn: async (next: File | string | null) => {
      const png = next instanceof File ? await smallPng(next) : next;
      const last = await keepLast();
      await personalClient.setPicture({ input: { png } });
      return last;
    },
    onSuccess: (last, next) => {
      refreshUser();
      const message = next === null ? 'Removed the picture' : 'Saved the picture';
      if (last === undefined) toast({ kind: 'info', message });
      else toast({ kind: 'undo', message, onUndo: () => save.mutate(last) });
    },
    onError: ({ message }) => toast({ kind: 'error', message: `The picture is not saved. ${message}` }),
  });
  return save;
}

/** The picture of the user, or their initials. */
export function Picture(): ReactNode {
  const { user } = useHost();
  const input = useRef<HTMLInputElement>(null);
  const { picture, displayName } = user.preferences;
  const save = useSetPicture();
  return (
    <div className={styles['picture']}>
      <Avatar name={displayName || user.email} size={40} picture={pictureAddress(user.id, picture)} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="Picture"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) save.mutate(file);
          currentTarget.value = '';
        }}
      />
      <Button loading={save.isPending} onClick={() => input.current?.click()}>
        {picture ? 'Change picture' : 'Add picture'}
      </Button>
      {picture && (
        <Button variant="subtle" disabled={save.isPending} onClick={() => save.mutate(null)}>
          Remove
        </Button>
      )}
    </div>
  );
}
