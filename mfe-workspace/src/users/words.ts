import type { Role } from '@cairn/contracts';

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  user: 'User',
  admin: 'Admin',
  super: 'Super admin',
};
