/** True unless a style sheet of the page itself is missing, or arrived as something else. */
export const hasOwnSheets = (page: Document = document): boolean =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href^="/"]')].every(
    ({ sheet }) => sheet?.cssRules.length,
  );
