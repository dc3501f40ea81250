import { lazyComponent, Stack } from '@cairn/ui';
import { Gallery } from '@cairn/ui/gallery';
import { Suspense, type ReactNode } from 'react';

const ViewsGallery = lazyComponent(async () => (await import('@cairn/views/gallery')).ViewsGallery);

/** Every component in its states, and every view over answers that are out of the ordinary. */
export function Page(): ReactNode {
  return (
    <>
      <Gallery />
      <Stack gap={4} style={{ maxWidth: 1_100, padding: '0 24px 48px' }}>
        <Suspense fallback={null}>
          <ViewsGallery />
        </Suspense>
      </Stack>
    </>
  );
}
