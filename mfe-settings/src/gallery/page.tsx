export { Gallery as Page } from '@cairn/ui/gallery';
