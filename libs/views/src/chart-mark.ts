import type { TipText } from './tip-text.ts';
import type { Selection } from './view.ts';

/** A thing that was drawn for a value: it can be pointed at, focused and chosen. */
export interface ChartMark {
  readonly id: string;
  /** The complete mark in words. */
  readonly label: string;
  readonly groups: Selection['groups'];
  /** The key of its measure, where a picture has several. */
  readonly measure?: string;
  /** The entities that it stands for, which a choice opens. */
  readonly uuids?: readonly string[];
  /** The text of its tooltip. */
  tip(): TipText;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
