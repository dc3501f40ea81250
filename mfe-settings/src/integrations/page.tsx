export { Integrations as Page } from './integrations.tsx';
