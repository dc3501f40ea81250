// Widgets that few pages draw. They are no shared module: a page that imports one brings it.
export { CopyIcon } from './copy-button.tsx';
export { DebugDialog } from './debug-dialog.tsx';
export { JsonViewer } from './json-viewer.tsx';
export { MarkdownViewer, type MarkdownViewerProps } from './markdown-viewer.tsx';
export { TagList } from './tag-list.tsx';
