import type { RowSpec } from '../rows/row-spec.ts';

/** The statuses of an issue in the order of time, each with how long it was in it by both clocks. */
export const STATUS_TIMES: RowSpec = {
  title: 'Time in each status',
  relation: 'TimeInStatus',
  figures: [
    { name: 'clockSeconds', words: 'elapsed' },
    { name: 'businessSeconds', words: 'working time' },
  ],
  person: 'Person',
  at: 'enteredAt',
  order: { by: 'enteredAt', direction: 'ascending' },
  most: 20,
};
