import type { AppError, SourceSetting, SourceType } from '@cairn/contracts';
import { Button, DialogActions, Stack, TextField, TextLink } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { CopySetting } from './copy-setting.tsx';
import type { FormEvent, ReactNode } from 'react';

export type SettingValues = Readonly<Record<string, string>>;

interface SettingsFormProps {
  type: SourceType;
  values: SettingValues;
  onChange: (values: SettingValues) => void;
  error: AppError | null;
  /** The button that ends the form. */
  submit: string;
  pending: boolean;
  onSubmit: () => void;
  onCancel: () => void;
}

/** The settings that a person fills in; the parts to read are chosen after them. */
export const settingsToFill = ({ settings, choice }: SourceType) =>
  settings.filter(({ name }) => name !== choice?.setting);

/** The setting that an error names; the last one where it names none. */
function findSetting(error: AppError, type: SourceType): string | undefined {
  const details = Array.isArray(error.details) ? (error.details as { path?: string }[]) : [];
  const settings = settingsToFill(type);
  const named = settings.find(({ name }) => details.some(({ path }) => path === name));
  return (named ?? settings.at(-1))?.name;
}

/** The address of a link, with what was filled in in its place. */
export const fillAddress = (
  address: string,
  settings: readonly Pick<SourceSetting, 'name' | 'placeholder'>[],
  values: SettingValues,
): string =>
  address.replaceAll(/\{(\w+)\}/g, (_, named: string) => {
    const setting = settings.find(({ name }) => name === named);
    const value = (values[named] ?? '').trim() || (setting?.placeholder ?? '');
    return value.replace(/^https?:\/\//, '').replaceAll(/[^\w.:-]/g, encodeURIComponent);
  });

interface DescribedProps {
  readonly description: string;
  readonly link: NonNullable<SourceSetting['link']>;
  readonly settings: readonly SourceSetting[];
  readonly values: SettingValues;
}

function Described({ description, link, settings, values }: DescribedProps): ReactNode {
  return (
    <>
      {description}{' '}
      <TextLink external href={fillAddress(link.address, settings, values)}>
        {link.label}
      </TextLink>
    </>
  );
}

/** The form of a type: what it asks for, each with where it is found. */
export function SettingsForm({
  type,
  values,
  onChange,
  error,
  submit,
  pending,
  onSubmit,
  onCancel,
}: SettingsFormProps): ReactNode {
  const settings = settingsToFill(type);
  const failing = error ? findSetting(error, type) : undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const isMissing = settings.some(({ name, optional }) => !optional && (values[name] ?? '').trim() === '');
  return (
    <form onSubmit={send}>
      <Stack gap={3}>
        {settings.map(({ name, label, description, placeholder, secret, kind, link, copy }, index) => {
          const Field = secret ? PasswordField : TextField;
          const field = (
            <Field
              key={name}
              label={label}
              description={link ? <Described {...{ description, link, values, settings }} /> : description}
              placeholder={placeholder}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              {...(secret ? { autoComplete: 'off' } : {})}
              {...(kind === 'date' ? { type: 'date' } : {})}
              value={values[name] ?? ''}
              error={failing === name ? error?.message : undefined}
              onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
            />
          );
          if (!copy) return field;
          return (
            <Stack key={name} gap={1}>
              {field}
              <CopySetting {...copy} />
            </Stack>
          );
        })}
      </Stack>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={pending} disabled={isMissing}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
