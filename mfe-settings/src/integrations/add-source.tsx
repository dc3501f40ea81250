import { sourceClient } from '@cairn/client';
import type { AppError, OrgId, SourceType } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, Dialog, DialogActions, Select, Stack, TextField } from '@cairn/ui';
import { PasswordField } from '@cairn/ui/fields';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useSourceAction } from './sources.ts';

interface AddSourceProps {
  /** The types that may be added. */
  types: readonly SourceType[];
  onClose: () => void;
}

/** The label of the button that adds a source; it names the type where there is only one. */
export const addLabelOf = (types: readonly SourceType[]): string =>
  types.length === 1 && types[0] ? types[0].words.add : 'Add source';

/** Adds a source by the settings that its type asks for. */
export function AddSource({ open, types, onClose }: AddSourceProps & { open: boolean }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const type = types.find((each) => each.type === chosen) ?? types[0];
  const choice = types.length > 1 && type && (
    <Select
      label="Type"
      data={types.map((each) => ({ value: each.type, label: each.words.label }))}
      value={type.type}
      allowDeselect={false}
      onChange={(next) => setChosen(next ?? undefined)}
    />
  );
  return (
    <Dialog open={open} onClose={onClose} title={addLabelOf(types)}>
      <Stack gap={3}>
        {choice}
        {type && <SettingsForm key={type.type} type={type} onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

/** The setting that an error names; the last one where it names none. */
function settingOf(error: AppError, { settings }: SourceType): string | undefined {
  const details = Array.isArray(error.details) ? (error.details as { path?: string }[]) : [];
  const named = settings.find(({ name }) => details.some(({ path }) => path === name));
  return (named ?? settings.at(-1))?.name;
}

type Values = Readonly<Record<string, string>>;

function SettingsForm({ type, onClose }: { type: SourceType; onClose: () => void }): ReactNode {
  const { toast } = useHost();
  const [values, setValues] = useState<Values>({});
  const add = useSourceAction((orgId: OrgId, settings: Values) =>
    sourceClient.createSource({ params: { orgId }, input: { type: type.type, settings } }),
  );
  const given = Object.fromEntries(type.settings.map(({ name }) => [name, (values[name] ?? '').trim()]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(given, {
      onSuccess: ({ data }) => {
        onClose();
        toast({ kind: 'info', message: `Added ${data.name}` });
      },
    });
  };
  const failing = add.error ? settingOf(add.error, type) : undefined;
  return (
    <form onSubmit={submit}>
      <Stack gap={3}>
        {type.settings.map(({ name, label, description, placeholder, secret }, index) => {
          const Field = secret ? PasswordField : TextField;
          return (
            <Field
              key={name}
              label={label}
              description={description}
              placeholder={placeholder}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              {...(secret ? { autoComplete: 'off' } : {})}
              value={values[name] ?? ''}
              error={failing === name ? add.error?.message : undefined}
              onChange={(event) => {
                setValues({ ...values, [name]: event.currentTarget.value });
                add.reset();
              }}
            />
          );
        })}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          loading={add.isPending}
          disabled={type.settings.some(({ name, optional }) => optional !== true && given[name] === '')}
        >
          {type.words.add}
        </Button>
      </DialogActions>
    </form>
  );
}
