import { z } from 'zod';
import type { ViewSetting } from './view.ts';

/** The colours that a view is drawn in, by a name of X§9; an unknown one leaves the default. */
export const THEME_FIELD = { theme: z.string().max(60).nullable().catch(null).default(null) };

/** The setting of a view of series, or of shades. */
export const themeSetting = (form: 'series' | 'shades'): ViewSetting<{ theme: string | null }, 'theme'> => ({
  key: 'theme',
  label: 'Colours',
  kind: 'colors',
  form,
});
