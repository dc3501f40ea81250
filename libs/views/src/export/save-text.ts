import { useHost } from '@cairn/host';

/** Saves a drawn text as a PDF of letter pages (W§9), or says why it cannot. The code for it is loaded with the first one. */
export function useSaveText(): (part: Element) => void {
  const { toast } = useHost();
  return (part) => {
    saved(part).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'Try again.';
      toast({ kind: 'error', message: `The file could not be made. ${reason}` });
    });
  };
}

async function saved(part: Element): Promise<void> {
  const { PAGE_OF_TEXT, savePdf } = await import('./index.ts');
  await savePdf(part, PAGE_OF_TEXT);
}
