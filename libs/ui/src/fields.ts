// Widgets that the first page has none of; front-ends share them apart, so that they are loaded with the first of them.
export {
  Checkbox,
  PasswordInput as PasswordField,
  Radio,
  SegmentedControl as Segmented,
  Switch,
  Tabs,
  Textarea as TextArea,
} from '@mantine/core';
