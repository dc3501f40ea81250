import { webhookClient } from '@cairn/client/webhooks';
import type { OrgId, Source, SourceSetting, SourceType } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Stack, Text, TextField } from '@cairn/ui';
import { Checkbox, PasswordField } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useSourceAction } from './sources.ts';

/** The words of the action: it names the secret, which is what changes most. */
export const changeLabel = ({ settings }: SourceType): string =>
  `Change ${settings.find(({ secret }) => secret)?.label.toLowerCase() ?? 'settings'}`;

interface ChangeSourceProps {
  readonly source: Source;
  readonly type: SourceType;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Changes settings of a source, which stays with all that was read of it. */
export function ChangeSource({ source, type, open, onClose }: ChangeSourceProps): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title={`${changeLabel(type)} of ${source.name}`}>
      {open && <ChangeForm source={source} type={type} onClose={onClose} />}
    </Dialog>
  );
}

type Values = Readonly<Record<string, string | undefined>>;

/** What is sent: what was filled in, and what was cleared. Blanks alone are nothing. */
const givenIn = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || (value !== '' && value.trim() === '') ? [] : [[name, value.trim()] as const],
    ),
  );

/** The fields with the secret first, since that is what changes most. */
const secretFirst = ({ settings }: SourceType) =>
  settings.toSorted((a, b) => Number(b.secret) - Number(a.secret));

interface ChangeFieldProps {
  readonly field: SourceSetting;
  readonly isFirst: boolean;
  readonly value: string | undefined;
  readonly error: string | undefined;
  /** Gets nothing for what stays as it is, and an empty text for what is cleared. */
  readonly onChange: (value: string | undefined) => void;
}

function ChangeField({ field, isFirst, value, error, onChange }: ChangeFieldProps): ReactNode {
  const { label, description, placeholder, secret, kind, optional } = field;
  const Field = secret ? PasswordField : TextField;
  const isCleared = value === '';
  const text = (
    <Field
      label={label}
      description={description}
      placeholder={placeholder}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      {...(secret ? { autoComplete: 'off' } : {})}
      {...(kind === 'date' ? { type: 'date' } : {})}
      value={value ?? ''}
      error={error}
      disabled={isCleared}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
  if (secret || !optional) return text;
  return (
    <Stack gap={1}>
      {text}
      <Checkbox
        label={`Clear ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
        checked={isCleared}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
      />
    </Stack>
  );
}

function ChangeForm({ source, type, onClose }: Omit<ChangeSourceProps, 'open'>): ReactNode {
  const { toast } = useHost();
  const [values, setValues] = useState<Values>({});
  const change = useSourceAction((orgId: OrgId, settings: Readonly<Record<string, string>>) =>
    webhookClient.updateSource({ params: { orgId }, input: { id: source.id, settings } }),
  );
  const given = givenIn(values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(given, {
      onSuccess: () => {
        onClose();
        toast({ kind: 'info', message: `Successfully updated ${source.type} integration` });
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={3}>
        <Text as="p" tone="muted">
          What you leave empty stays as it is unless you clear it, and so does all that was read.
        </Text>
        {secretFirst(type).map((field, index) => (
          <ChangeField
            key={field.name}
            field={field}
            isFirst={index === 0}
            value={values[field.name]}
            error={index === 0 ? change.error?.message : undefined}
            onChange={(value) => {
              setValues({ ...values, [field.name]: value });
              change.reset();
            }}
          />
        ))}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          loading={change.isPending}
          disabled={Object.keys(given).length === 0}
        >
          Save
        </Button>
      </DialogActions>
    </form>
  );
}
