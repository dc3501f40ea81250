import {
  DATE_FORMATS,
  DEFAULT_PERIODS,
  NUMBER_FORMATS,
  PreferenceChanges,
  TIME_FORMATS,
  type Preferences,
} from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { clockOfBrowser, formatDurationCode, Select } from '@cairn/ui';
import { useMemo, type ReactNode } from 'react';
import { DAY_CHOICES, DAY_NAMES } from '../day-names.ts';
import { usePreference } from './use-preference.ts';

type Chosen = Exclude<keyof PreferenceChanges, 'theme' | 'displayName'>;

/** A choice that leaves a preference to Cairn. */
const NONE = 'none';

interface ChoiceProps {
  readonly preference: Chosen;
  /** Names it in the middle of a sentence. */
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly searchable?: boolean;
}

/** The preference that a choice stands for: days are numbers, and one may be left to Cairn. */
function valueOf(preference: Chosen, chosen: string): PreferenceChanges {
  const value = preference === 'firstDay' ? Number(chosen) : chosen;
  return PreferenceChanges.parse({ [preference]: chosen === NONE ? null : value });
}

function Choice({ preference, name, choices, searchable = false }: ChoiceProps): ReactNode {
  const { user } = useHost();
  const save = usePreference(name);
  const saved: Preferences[Chosen] = user.preferences[preference];
  const shown = save.isPending ? save.variables[preference] : saved;
  return (
    <Select
      aria-label={name.charAt(0).toUpperCase() + name.slice(1)}
      data={[...choices]}
      value={String(shown ?? NONE)}
      searchable={searchable}
      allowDeselect={false}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== String(saved ?? NONE)) save.mutate(valueOf(preference, chosen));
      }}
    />
  );
}

/** Chooses the zone in which days begin and end. */
export function ZoneChoice(): ReactNode {
  const choices = useMemo(() => {
    const browser = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
    return [
      { value: NONE, label: `As this browser: ${browser}` },
      ...zones.map((value) => ({ value, label: value })),
    ];
  }, []);
  return <Choice preference="timezone" name="time zone" choices={choices} searchable />;
}

/** Chooses the day that weeks begin with. */
export function FirstDayChoice(): ReactNode {
  const { org } = useHost();
  const choices = [{ value: NONE, label: `As the organization: ${DAY_NAMES[org.firstDay]}` }, ...DAY_CHOICES];
  return <Choice preference="firstDay" name="first day of the week" choices={choices} />;
}

const examplesOf = (formats: Readonly<Record<string, string>>) =>
  Object.entries(formats).map(([value, label]) => ({ value, label }));

/** Chooses how days are written. */
export function DateFormatChoice(): ReactNode {
  return <Choice preference="dateFormat" name="date format" choices={examplesOf(DATE_FORMATS)} />;
}

/** Chooses the clock by which times are written. */
export function TimeFormatChoice(): ReactNode {
  const choices = [
    { value: NONE, label: `As this browser: ${TIME_FORMATS[clockOfBrowser()]}` },
    ...examplesOf(TIME_FORMATS),
  ];
  return <Choice preference="timeFormat" name="time format" choices={choices} />;
}

/** Chooses how numbers are written. */
export function NumberFormatChoice(): ReactNode {
  return <Choice preference="numberFormat" name="number format" choices={examplesOf(NUMBER_FORMATS)} />;
}

/** Chooses the period with which pages begin. */
export function PeriodChoice(): ReactNode {
  const choices = [
    { value: NONE, label: 'As the data has it' },
    ...DEFAULT_PERIODS.map((value) => ({ value, label: formatDurationCode(value) })),
  ];
  return <Choice preference="period" name="default period" choices={choices} />;
}
