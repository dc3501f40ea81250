import { useHost } from '@cairn/host';

/** The address to which a tool sends messages of a source. */
export const webhookAddress = (webhook: string): string => new URL(webhook, window.location.origin).href;

/** Puts the address for a source's messages on the clipboard; shows it where that is not allowed. */
export function useCopyWebhook(webhook: string): () => void {
  const { toast } = useHost();
  const address = webhookAddress(webhook);
  return () =>
    void navigator.clipboard.writeText(address).then(
      () => toast({ kind: 'info', message: 'Copied the webhook address' }),
      () =>
        toast({ kind: 'error', message: `The browser does not let pages copy. The address is ${address}` }),
    );
}
