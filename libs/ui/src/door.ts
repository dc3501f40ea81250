// The few widgets of the sign-in page, which nobody should wait for the others at.
export { PasswordInput as PasswordField, TextInput as TextField } from '@mantine/core';
export { Button } from './button.tsx';
export { Look } from './look.tsx';
export { Note } from './states.tsx';
