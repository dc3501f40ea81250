// Widgets that Home does not use. They are a shared module of their own, so Home does not load them.
export {
  Checkbox,
  PasswordInput as PasswordField,
  Radio,
  SegmentedControl as Segmented,
  Switch,
  Tabs,
  Textarea as TextArea,
} from '@mantine/core';
export { FilterSelect } from './filter-select.tsx';
export { ListRow } from './list-row.tsx';
export { inZone } from './in-zone.ts';
export { Pager } from './pager.tsx';
export { SearchField } from './search-field.tsx';
