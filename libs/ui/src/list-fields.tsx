import type { SelectProps, TagsInputProps } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { Skeleton } from './skeletons.tsx';

const LoadedSelect = lazyComponent(async () => (await import('./loaded-list-fields.tsx')).WordSelect);
const LoadedTags = lazyComponent(async () => (await import('./loaded-list-fields.tsx')).TagsInput);

const CONTROL = 28;
const LABEL = 20;

function Waiting({ label, w }: { label?: ReactNode; w?: unknown }): ReactNode {
  const height = label ? CONTROL + LABEL : CONTROL;
  return <Skeleton height={height} {...(typeof w === 'number' ? { width: w } : {})} />;
}

/** A choice from a list. It is loaded on first use, because Home and sign-in have none. */
export function Select(props: SelectProps<string>): ReactNode {
  return (
    <Suspense fallback={<Waiting label={props.label} w={props.w} />}>
      <LoadedSelect {...props} />
    </Suspense>
  );
}

/** Several texts in one field; loaded on demand like Select. */
export function TagsInput(props: TagsInputProps): ReactNode {
  return (
    <Suspense fallback={<Waiting label={props.label} w={props.w} />}>
      <LoadedTags {...props} />
    </Suspense>
  );
}
