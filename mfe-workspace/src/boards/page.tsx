export { BoardPage as Page } from './board-page.tsx';
