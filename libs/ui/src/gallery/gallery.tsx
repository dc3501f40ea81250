import { PageHeader, Stack } from '@cairn/ui';
import type { ReactNode } from 'react';
import { BadgesGallery } from './badges.tsx';
import { ControlsGallery, FieldsGallery } from './controls.tsx';
import { StatesGallery, TextGallery } from './states.tsx';
import { TableGallery } from './table.tsx';
import { TokensGallery } from './tokens.tsx';
import { ViewersGallery } from './viewers.tsx';

/** Every component in its states, for viewing and for tests. */
export function Gallery(): ReactNode {
  return (
    <div style={{ maxWidth: 1100 }}>
      <PageHeader
        title="Gallery"
        description="Every part of the interface in its states, in the theme in force."
      />
      <Stack gap={4} style={{ padding: '0 24px 48px' }}>
        <TokensGallery />
        <ControlsGallery />
        <FieldsGallery />
        <TableGallery />
        <StatesGallery />
        <TextGallery />
        <ViewersGallery />
        <BadgesGallery />
      </Stack>
    </div>
  );
}
