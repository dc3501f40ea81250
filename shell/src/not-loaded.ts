import { removeFirstFrame } from './sidebar/first-frame.ts';

/** Shows, without any loaded code, that the page could not be loaded, and offers a reload. */
export function showNotLoaded(): void {
  const words = document.createElement('p');
  words.textContent = 'Cairn could not be loaded. Check the connection, then reload the page.';
  const reload = document.createElement('button');
  reload.textContent = 'Reload';
  reload.addEventListener('click', () => window.location.reload());
  const alert = document.createElement('main');
  alert.setAttribute('role', 'alert');
  alert.style.cssText = 'padding: 64px 24px; text-align: center; font: 14px system-ui, sans-serif;';
  alert.append(words, reload);
  removeFirstFrame();
  document.getElementById('root')?.replaceChildren(alert);
}
