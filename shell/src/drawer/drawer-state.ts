import { create } from 'zustand';
import { CLOSED, show, type DrawerHistory } from './drawer-history.ts';

/** The history of the drawer. */
export const useDrawer = create<{ history: DrawerHistory }>(() => ({ history: CLOSED }));
/** Changes the history of the drawer. */
export const editDrawer = (change: (history: DrawerHistory) => DrawerHistory) =>
  useDrawer.setState(({ history }) => ({ history: change(history) }));

/** Shows an entity in the drawer; an open drawer keeps its history. */
export function openDrawer(uuid: string, siblings: readonly string[] = []): void {
  editDrawer((history) => show(history, { uuid, siblings }));
}

/** Closes the drawer and clears its history. */
export function closeDrawer(): void {
  useDrawer.setState({ history: CLOSED });
}

/** Whether the drawer is open. */
export function useDrawerOpen(): boolean {
  return useDrawer(({ history }) => history.at >= 0);
}
