import { z } from 'zod';

export const optionalText = z.string().max(600).nullable().catch(null).default(null);

const [LEAST_WIDTH, MOST_WIDTH] = [50, 1_000];
const width = z.number().transform((each) => Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, each)));

/** The widths that a reader chose, by column. */
export const WIDTHS_FIELD = {
  widths: z
    .record(z.string().max(600), width)
    .catch(() => ({}))
    .default(() => ({})),
};

/** Which group goes across a pivot. The other layouts of a table keep it for when it is one again (X§4). */
export const ACROSS_FIELDS = {
  /** The group that goes across; one that the query does not have is the first (X§4). */
  pivotGroupIndex: z.int().min(0).max(7).catch(0).default(0),
  /** The key of that group, which finds it wherever it stands among the groups. */
  pivotBy: optionalText,
};

/** Flat, pivot and tree are layouts of a table, and these of their settings mean the same in each. */
export const TABLE_LAYOUT = {
  of: 'table',
  keeps: [
    'pivotGroupIndex',
    'pivotBy',
    'showChangeAs',
    'showChangeValues',
    'changeColor',
    'timeUnit',
    'autoPageSize',
    'numberFormat',
  ],
};
