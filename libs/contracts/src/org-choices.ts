/** The settings of an org about rights: admins create boards, or everybody but viewers does (ruling 13). */
export interface OrgChoices {
  readonly boardCreator: 'user' | 'admin';
}
