import { sourceClient } from '@cairn/client';
import { sourcePreviewClient } from '@cairn/client/source-preview';
import type { AppError, OrgId, SourceType } from '@cairn/contracts';
import type { SourcePreview } from '@cairn/contracts/source-preview';
import { useHost } from '@cairn/host';
import { Dialog, Select, Stack } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ChooseParts } from './choose-parts.tsx';
import { SettingsForm, type SettingValues } from './settings-form.tsx';
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
        {type && <NewSource key={type.type} type={type} choice={choice} onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

/** What was filled in, for every setting. */
const given = ({ settings }: SourceType, values: SettingValues): SettingValues =>
  Object.fromEntries(settings.map(({ name }) => [name, (values[name] ?? '').trim()]));

function usePreview({ type }: SourceType) {
  const { org } = useHost();
  return useMutation<{ data: SourcePreview }, AppError, SettingValues>({
    mutationFn: (settings) =>
      sourcePreviewClient.previewSource({ params: { orgId: org.id }, input: { type, settings } }),
  });
}

interface NewSourceProps {
  type: SourceType;
  /** Chooses another type, where there are several. */
  choice: ReactNode;
  onClose: () => void;
}

/** Fills in the settings of a source; where its parts may be chosen, that is the second step. */
function NewSource({ type, choice, onClose }: NewSourceProps): ReactNode {
  const { toast } = useHost();
  const [values, setValues] = useState<SettingValues>({});
  const add = useSourceAction((orgId: OrgId, settings: SettingValues) =>
    sourceClient.createSource({ params: { orgId }, input: { type: type.type, settings } }),
  );
  const preview = usePreview(type);
  const create = (settings: SettingValues) =>
    add.mutate(settings, {
      onSuccess: ({ data }) => {
        onClose();
        toast({ kind: 'info', message: `Added ${data.name}` });
      },
    });
  if (type.choice && preview.data) {
    const { setting } = type.choice;
    return (
      <ChooseParts
        parts={preview.data.data.parts}
        choice={type.choice}
        submit={type.words.add}
        pending={add.isPending}
        error={add.error?.message}
        onChoose={(named) => create({ ...given(type, values), [setting]: named })}
        onBack={() => {
          add.reset();
          preview.reset();
        }}
      />
    );
  }
  const step = type.choice ? preview : add;
  return (
    <>
      {choice}
      <SettingsForm
        type={type}
        values={values}
        onChange={(next) => {
          setValues(next);
          step.reset();
        }}
        error={step.error}
        submit={type.choice ? `Choose ${type.choice.many}` : type.words.add}
        pending={step.isPending}
        onSubmit={() => (type.choice ? preview.mutate : create)(given(type, values))}
        onCancel={onClose}
      />
    </>
  );
}
