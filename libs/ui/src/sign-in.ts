// First, for the order of the layers.
import './styles/index.ts';

// The sign-in page has an entry of its own, so that it does not load the other widgets.
export { PasswordInput as PasswordField, TextInput as TextField } from '@mantine/core';
export { Button } from './button.tsx';
export { Note } from './note.tsx';
export { ThemeProvider } from './theme-provider.tsx';
