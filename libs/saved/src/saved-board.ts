import { SAVED_TYPES, type BoardState } from '@cairn/contracts';
import { LayoutDashboard } from 'lucide-react';
import { defineSavedType } from './saved-type.ts';

/** A saved board. */
export const savedBoard = /* #__PURE__ */ defineSavedType<BoardState>({
  type: 'dashboard-v1',
  rules: SAVED_TYPES['dashboard-v1'],
  label: 'Board',
  plural: 'Boards',
  searchHeading: 'Boards',
  icon: LayoutDashboard,
  libraryOrder: 0,
  howTo: 'gather questions on a board',
  create: {
    label: 'New board',
    tabTitle: 'New Board',
    path: 'boards/new',
    denied: 'Creating boards needs an org admin',
  },
  hasOwnPath: true,
  address: (orgId, { id }) => `/${orgId}/boards/${encodeURIComponent(id)}`,
});
