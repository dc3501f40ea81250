/** True unless a style sheet of the page itself is missing, or arrived as something else. */
export function hasOwnSheets(page: Document = document): boolean {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  return links.every(({ sheet }) => {
    try {
      return (sheet?.cssRules.length ?? 0) > 0;
    } catch {
      // That of another site may not be read.
      return true;
    }
  });
}
