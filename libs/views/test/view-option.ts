import type { ViewConfig } from '../src/view.ts';
import type { OptionSample } from './option-samples.ts';

/** An option of the specification (X§3): where it stands, its default, another value, and what changes it. */
export interface ViewOption {
  readonly view: string;
  readonly key: string;
  readonly otherwise: unknown;
  readonly other: unknown;
  /** The label of its setting or of its button in the picker, or the gesture on the picture itself. */
  readonly control: { readonly setting: string } | { readonly picker: string } | { readonly gesture: string };
  readonly sample?: OptionSample;
  readonly with?: ViewConfig;
  /** The ends to which a number is clamped (X§5). */
  readonly clamp?: readonly [number, number];
  /** Where it shows: in the picture, unless the request or another view does it. */
  readonly shows?: 'request' | 'view' | 'room';
}

/** The control of an option that has a setting. */
export const setting = (label: string) => ({ setting: label });
/** How a change against the period before is shown. */
export const changes = (view: string, sample: OptionSample = 'compared'): ViewOption[] => [
  {
    view,
    key: 'showChangeAs',
    otherwise: 'percentage',
    other: 'value',
    control: setting('Change as'),
    sample,
  },
  {
    view,
    key: 'showChangeValues',
    otherwise: true,
    other: false,
    control: setting('Earlier values'),
    sample,
  },
  {
    view,
    key: 'changeColor',
    otherwise: 'text',
    other: 'green-red',
    control: setting('Colour of the change'),
    sample,
  },
];
/** The colours of a picture. */
export const theme = (view: string, sample: OptionSample = 'one'): ViewOption => {
  const control = setting('Colours');
  return { view, key: 'theme', otherwise: null, other: 'accessible', control, sample };
};
/** The unit of durations. */
export const durations = (view: string, sample: OptionSample = 'durations'): ViewOption => {
  const control = setting('Durations in');
  return { view, key: 'timeUnit', otherwise: 'auto', other: 'hours', control, sample };
};
