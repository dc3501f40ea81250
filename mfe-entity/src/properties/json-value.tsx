import { JsonViewer } from '@cairn/ui/viewers';
import type { ReactNode } from 'react';
import { CopyButton } from '../text/copy-text.tsx';
import styles from './value.module.css';

/** The data of a text that is JSON; undefined for any other text. */
export function dataOf(text: string): object | undefined {
  if (!/^[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Nested data as people read it, to be copied as the JSON that it is (W§2.8). */
export function JsonValue({ data, label }: { data: object; label: string }): ReactNode {
  return (
    <div className={styles.json}>
      <JsonViewer data={data} />
      <CopyButton text={JSON.stringify(data, null, 2)} label={label} />
    </div>
  );
}
