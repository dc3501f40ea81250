import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './styles/index.ts';

const open = { transition: 'pop' as const, duration: 120 };
const theme = createTheme({
  respectReducedMotion: true,
  focusRing: 'never',
  cursorType: 'pointer',
  components: {
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'none',
        position: 'bottom-start',
        offset: 4,
        transitionProps: open,
      },
    },
    Popover: {
      defaultProps: {
        shadow: 'none',
        position: 'bottom-start',
        offset: 4,
        transitionProps: open,
        trapFocus: true,
        returnFocus: true,
      },
    },
    // The options of a field never take the focus. With a popover's focus settings Tab would not leave the
    // field.
    Combobox: {
      defaultProps: {
        shadow: 'none',
        offset: 4,
        transitionProps: open,
        trapFocus: false,
        returnFocus: false,
      },
    },
    Select: { defaultProps: { allowDeselect: false } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 120 } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
    Tabs: { defaultProps: { keepMounted: false } },
  },
});

/** Provides the theme and the fonts to its children. It adds no `<style>`, so a strict CSP holds. */
export function ThemeProvider({
  colorScheme,
  children,
}: {
  colorScheme: 'light' | 'dark';
  children: ReactNode;
}): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={colorScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
