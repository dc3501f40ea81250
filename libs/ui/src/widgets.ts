export {
  Checkbox,
  FocusTrap,
  Menu,
  PasswordInput as PasswordField,
  Popover,
  Portal,
  Radio,
  SegmentedControl as Segmented,
  Select,
  Switch,
  Tabs,
  TagsInput,
  Textarea as TextArea,
  TextInput as TextField,
  Tooltip,
} from '@mantine/core';
export type { SelectProps, TextInputProps as TextFieldProps } from '@mantine/core';
