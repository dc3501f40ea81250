import { type ReactNode, useState } from 'react';
import styles from './library.module.css';

type Ground = 'light' | 'dark';

const SAMPLED_PX = 8;
const MIDDLE = 128;

/** Whether a picture is light or dark as a whole; null where that cannot be told. */
function groundOf(image: HTMLImageElement): Ground | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SAMPLED_PX, SAMPLED_PX];
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, SAMPLED_PX, SAMPLED_PX);
  const { data } = context.getImageData(0, 0, SAMPLED_PX, SAMPLED_PX);
  const sum = data.reduce((total, value, at) => (at % 4 === 3 ? total : total + value), 0);
  return sum / (SAMPLED_PX * SAMPLED_PX * 3) < MIDDLE ? 'dark' : 'light';
}

/**
 * The picture of a saved thing, which was drawn in the theme of whoever saved it. In the other theme it is turned over,
 * hues kept.
 */
export function FittingPicture({ address }: { address: string }): ReactNode {
  const [ground, setGround] = useState<Ground | null>(null);
  return (
    <img
      className={styles['picture']}
      data-ground={ground ?? undefined}
      src={address}
      alt=""
      width={112}
      height={63}
      onLoad={({ currentTarget }) => setGround(groundOf(currentTarget))}
    />
  );
}
