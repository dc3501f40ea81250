/** Given and family names by culture, so that full names are plausible; they name nobody in particular. */
export const NAMES: readonly (readonly [given: readonly string[], family: readonly string[]])[] = [
  [
    ['Anouk', 'Bram', 'Fleur', 'Joris', 'Lotte', 'Maarten', 'Sanne', 'Thijs'],
    ['Bakker', 'Dekker', 'Hoekstra', 'Kuiper', 'Meijer', 'Postma', 'Veenstra', 'Zijlstra'],
  ],
  [
    ['Beatriz', 'Caio', 'Helena', 'João', 'Luana', 'Mateus', 'Rafaela', 'Tiago'],
    ['Almeida', 'Barros', 'Carvalho', 'Figueira', 'Moreira', 'Pinheiro', 'Ribeiro', 'Teixeira'],
  ],
  [
    ['Aarav', 'Divya', 'Ishaan', 'Kavya', 'Meera', 'Nikhil', 'Priya', 'Rohan'],
    ['Bhatt', 'Chandra', 'Deshpande', 'Iyer', 'Kulkarni', 'Menon', 'Reddy', 'Varma'],
  ],
  [
    ['Akira', 'Emi', 'Haruto', 'Kaori', 'Naoki', 'Rina', 'Sota', 'Yui'],
    ['Fujita', 'Hayashi', 'Inoue', 'Kimura', 'Matsuda', 'Nakano', 'Ogawa', 'Shimizu'],
  ],
  [
    ['Amina', 'Baraka', 'Imani', 'Juma', 'Neema', 'Otieno', 'Wanjiru', 'Zuri'],
    ['Achieng', 'Kamau', 'Kiptoo', 'Mutua', 'Mwangi', 'Njoroge', 'Odhiambo', 'Wekesa'],
  ],
  [
    ['Aaron', 'Claire', 'Dylan', 'Grace', 'Naomi', 'Owen', 'Paige', 'Simon'],
    ['Alder', 'Brooks', 'Carver', 'Dalton', 'Fletcher', 'Holloway', 'Mercer', 'Whitfield'],
  ],
];

export const DOMAINS = [
  'billing',
  'search',
  'checkout',
  'ledger',
  'catalog',
  'identity',
  'routing',
  'inventory',
  'reports',
  'mobile',
  'gateway',
  'alerts',
  'pricing',
  'returns',
  'partner',
  'storage',
  'media',
  'loyalty',
  'ingest',
  'maps',
];
export const PARTS = ['api', 'web', 'worker', 'jobs', 'sdk'];
export const VERBS = [
  'Add',
  'Speed up',
  'Fix',
  'Rework',
  'Show',
  'Validate',
  'Retry',
  'Log',
  'Cache',
  'Drop',
];
export const THINGS = [
  'export of invoices',
  'list of orders',
  'session refresh',
  'rounding of totals',
  'address form',
  'index of products',
  'queue of events',
  'webhook delivery',
  'permission check',
  'settings page',
  'time zone of reports',
  'upload of images',
  'rate limit',
  'empty state',
  'audit trail',
];
export const REASONS = [
  'customers ask for it',
  'it times out under load',
  'support sees it every week',
  'the old way is going away',
  'numbers differ between pages',
];
export const SAYINGS = [
  'Looking into it now',
  'The deploy is out',
  'Can someone review this today?',
  'Thanks, that fixed it',
  'I will be out tomorrow morning',
  'Staging is slow again',
  'Merged, thank you',
  'Who knows the old importer?',
  'The numbers look right to me',
  'Let us talk about it at the planning',
  'Tests are green',
  'I wrote it down in the ticket',
];
export const REMARKS = [
  'Could this be null here?',
  'I would name this after what it does.',
  'Nice, much simpler than before.',
  'Does a test cover the empty list?',
  'This runs once per row; can we hoist it?',
  'Please keep the old behaviour for large accounts.',
  'Typo in the message.',
];
export const FOLDERS = [
  'src/orders',
  'src/users',
  'src/api',
  'src/store',
  'test',
  'docs',
  'src/ui',
  'scripts',
];
export const STEMS = [
  'list',
  'form',
  'model',
  'routes',
  'index',
  'totals',
  'session',
  'export',
  'cache',
  'rules',
];
export const EXTENSIONS = ['ts', 'ts', 'ts', 'tsx', 'sql', 'md', 'json', 'py'];
export const LIBRARIES = ['http-client', 'date-tools', 'form-kit', 'json-schema', 'test-runner', 'css-build'];
