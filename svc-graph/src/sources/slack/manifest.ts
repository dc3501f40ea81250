/** What the app may read, and nothing that writes but joining public channels. */
export const SCOPES = [
  'channels:history',
  'channels:join',
  'channels:read',
  'groups:history',
  'groups:read',
  'reactions:read',
  'team:read',
  'usergroups:read',
  'users:read',
  'users:read.email',
] as const;

/** The manifest of an app that an org makes for itself; its events are added with the address of the source. */
export const MANIFEST = JSON.stringify(
  {
    display_information: {
      name: 'Cairn',
      description: 'Reads who wrote when in which channel. It writes nothing.',
    },
    features: { bot_user: { display_name: 'Cairn', always_online: false } },
    oauth_config: { scopes: { bot: SCOPES } },
    settings: {
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  },
  null,
  2,
);
