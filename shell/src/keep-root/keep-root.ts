/**
 * Puts the page back when a script takes its root out of the document, with what lay beside it, such as menus and
 * dialogs. Calls `restored` each time; answers what ends this.
 */
export function keepRoot(root: HTMLElement, restored: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    if (root.isConnected) return;
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
    const lost = removed.filter((node) => node instanceof HTMLElement && !(node instanceof HTMLBodyElement));
    document.body.append(root, ...lost.filter((node) => node !== root && !node.isConnected));
    watch();
    restored();
  });
  // A script may also replace the body as a whole.
  const watch = () => {
    observer.disconnect();
    for (const parent of [document.documentElement, document.body])
      observer.observe(parent, { childList: true });
  };
  watch();
  return () => observer.disconnect();
}
