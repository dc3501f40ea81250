// Widgets that few pages draw. They are no shared module: a page that imports one brings it.
export { CopyIcon } from './copy-button.tsx';
export { DebugDialog } from './debug-dialog.tsx';
export { JsonViewer } from './json-viewer.tsx';
export { MarkdownViewer, type MarkdownViewerProps } from './markdown-viewer.tsx';
export { PathText } from './path-text.tsx';
export { SidePanel } from './side-panel.tsx';
export { TagList } from './tag-list.tsx';
export { BADGE_CATEGORIES, CategoryBadge, type BadgeCategory } from './badges/category-badge.tsx';
export { EntityBadge } from './badges/entity-badge.tsx';
export { entityLookOf, kindColor } from './badges/entity-looks.ts';
export { issueIcon } from './badges/issue-icon.ts';
export { WordBadge } from './badges/word-badge.tsx';
export { vocabularyOf, type WordList } from './badges/word-looks.ts';
export { useHover } from './use-hover.ts';
