export { SnippetForm } from './snippet-form.tsx';
export {
  draftOf,
  isForCards,
  partOfQuery,
  partOfSnippet,
  SNIPPET,
  type SnippetDraft,
  type SnippetState,
} from './snippet.ts';
export { useSaveSnippet, useSnippets } from './use-snippets.ts';
