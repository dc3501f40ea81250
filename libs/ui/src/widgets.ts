export { FocusTrap, Menu, Popover, Portal, TextInput as TextField } from '@mantine/core';
export type { TextInputProps as TextFieldProps } from '@mantine/core';
