import { sourceClient } from '@cairn/client';
import { sourcePreviewClient } from '@cairn/client/source-preview';
import type { AppError, OrgId, SourceType } from '@cairn/contracts';
import type { SourcePreview } from '@cairn/contracts/source-preview';
import type { SourceOffer } from '@cairn/contracts/source-offers';
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
  /** What is filled in already. */
  offer?: SourceOffer | undefined;
  onClose: () => void;
}

/** The label of the button that adds a source; it names the type where there is only one. */
export const addLabelOf = (types: readonly SourceType[]): string =>
  types.length === 1 && types[0] ? types[0].words.add : 'Add source';

/** Adds a source by the settings that its type asks for. */
export function AddSource({ open, types, offer, onClose }: AddSourceProps & { open: boolean }): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const wanted = offer?.type ?? chosen;
  const type = types.find((each) => each.type === wanted) ?? types[0];
  const choice = types.length > 1 && type && !offer && (
    <Select
      label="Type"
      data={types.map((each) => ({ value: each.type, label: each.words.label }))}
      value={type.type}
      allowDeselect={false}
      onChange={(next) => setChosen(next ?? undefined)}
    />
  );
  return (
    <Dialog open={open} onClose={onClose} title={offer && type ? type.words.add : addLabelOf(types)}>
      <Stack gap={3}>
        {type && (
          <NewSource key={type.type} type={type} choice={choice} filled={offer?.settings} onClose={onClose} />
        )}
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
  filled: SettingValues | undefined;
  onClose: () => void;
}

/** Fills in the settings of a source; where its parts may be chosen, that is the second step. */
function NewSource({ type, choice, filled = {}, onClose }: NewSourceProps): ReactNode {
  const { toast } = useHost();
  const [values, setValues] = useState<SettingValues>(filled);
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
