import { Select, TagsInput, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';

export { TagsInput };

/** Mantine's own, for words. */
export function WordSelect(props: SelectProps<string>): ReactNode {
  return <Select<string> {...props} />;
}
