export {
  Checkbox,
  FocusTrap,
  Menu,
  PasswordInput as PasswordField,
  Popover,
  Portal,
  Radio,
  SegmentedControl as Segmented,
  Switch,
  Tabs,
  Textarea as TextArea,
  TextInput as TextField,
  Tooltip,
} from '@mantine/core';
export type { TextInputProps as TextFieldProps } from '@mantine/core';
