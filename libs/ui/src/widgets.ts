import { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';

export { FocusTrap, Portal, TextInput as TextField } from '@mantine/core';
export type { TextInputProps as TextFieldProps } from '@mantine/core';

/** What the pages are built with of them: `libs/federation` leaves out the rest. */
type Parts<Widget, Part extends keyof Widget> = Pick<Widget, Part> &
  (Widget extends (props: infer Props) => infer Drawn ? (props: Omit<Props, 'withArrow'>) => Drawn : never);

export const Menu: Parts<typeof MantineMenu, 'Target' | 'Dropdown' | 'Item' | 'Label' | 'Divider'> =
  MantineMenu;
export const Popover: Parts<typeof MantinePopover, 'Target' | 'Dropdown'> = MantinePopover;
