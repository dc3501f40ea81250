import { Select, TagsInput, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';

export { TagsInput };

// Browsers let Tab enter what scrolls; options that stand beside their field would have it before the next field.
const PASSED_BY = { viewportProps: { tabIndex: -1 } };

/** Mantine's own, for words. */
export function WordSelect(props: SelectProps<string>): ReactNode {
  return <Select<string> scrollAreaProps={PASSED_BY} {...props} />;
}
