import { Select, TagsInput, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';

export { TagsInput };

// Browsers let Tab enter a scrolling element, which would put the options between two fields.
const PASSED_BY = { viewportProps: { tabIndex: -1 } };

/** Mantine's Select of texts. */
export function WordSelect(props: SelectProps<string>): ReactNode {
  return <Select<string> scrollAreaProps={PASSED_BY} {...props} />;
}
