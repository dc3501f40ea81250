/** Saves a drawn text as a PDF of letter pages (W§9). The code for it is loaded with the first one. */
export async function saveTextAsPdf(part: Element): Promise<void> {
  const { PAGE_OF_TEXT, savePdf } = await import('./index.ts');
  await savePdf(part, PAGE_OF_TEXT);
}
