/** Synonyms of a kind beside its label in the catalogue. Singular; plurals are understood. */
export const KIND_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  Commit: ['change', 'changeset', 'change set', 'revision', 'check in', 'checkin', 'commit message'],
  Person: [
    'people',
    'developer',
    'dev',
    'engineer',
    'programmer',
    'coder',
    'user',
    'committer name',
    'contributor name',
    'human',
  ],
  Repository: ['repo', 'codebase', 'code base', 'git repository'],
  SourceFile: ['file', 'source file', 'file path', 'path', 'code file', 'filename', 'file name'],
  Release: ['tag', 'version', 'release tag'],
  Branch: ['feature branch', 'git branch'],
  PullRequest: ['pr', 'merge request', 'mr', 'pull'],
  PullRequestReview: ['code review', 'review'],
  CicdPipeline: ['ci run', 'build', 'deployment', 'deploy'],
  Issue: ['ticket', 'bug', 'story'],
  Vulnerability: ['security issue', 'security finding', 'vuln', 'weakness', 'cve'],
  CalendarEntry: ['meeting', 'calendar event'],
  Event: ['event'],
};

/** Roles: the names that people use for a relation of a kind. */
export const ROLE_SYNONYMS: Readonly<Record<string, { kind: string; relation: string }>> = {
  committer: { kind: 'Commit', relation: 'Committer' },
  author: { kind: 'Commit', relation: 'Person' },
  contributor: { kind: 'Commit', relation: 'Person' },
  contributer: { kind: 'Commit', relation: 'Person' },
};

/** Synonyms of an attribute beside its label. A test checks that every field is in the catalogue. */
export const ATTRIBUTE_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  'Commit.additions': [
    'line added',
    'added line',
    'addition',
    'insertion',
    'inserted line',
    'line inserted',
    'line written',
    'new line',
    'line of code added',
    'line of code written',
    'added line of code',
    'line of code',
    'code added',
    'loc',
  ],
  'Commit.deletions': [
    'line deleted',
    'line removed',
    'deleted line',
    'removed line',
    'deletion',
    'removal',
    'line of code deleted',
    'line of code removed',
    'code deleted',
    'code removed',
  ],
  'Commit.changedFiles': [
    'file changed per commit',
    'changed file count',
    'file per commit',
    'number of file per commit',
    'commit size in file',
  ],
  'Commit.totalFilesAdded': ['file added', 'added file', 'new file', 'file created', 'created file'],
  'Commit.totalFilesDeleted': ['file deleted', 'deleted file', 'file removed', 'removed file'],
  'Commit.isMerge': ['merge or not', 'kind of commit', 'commit type', 'type of commit'],
  'SourceFile.extension': [
    'language',
    'programming language',
    'file type',
    'file extension',
    'extension',
    'type of file',
    'kind of file',
    'file kind',
  ],
  'SourceFile.directory': ['directory', 'folder', 'dir', 'subfolder', 'sub folder', 'subdirectory'],
  'SourceFile.topFolder': [
    'top folder',
    'top level folder',
    'top level directory',
    'top directory',
    'area',
    'module',
    'component',
    'package',
    'part of the code',
    'part of the codebase',
    'area of the code',
    'area of the codebase',
  ],
  'Person.email': ['email', 'e mail', 'email address', 'mail address'],
  'Person.isBot': ['bot or not', 'bot or human', 'bot or person'],
  'Commit.message': ['message'],
};

/** Two numbers that people request as one. */
export const PAIRS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    'line changed',
    'changed line',
    'line of code changed',
    'line added and deleted',
    'line added and removed',
    'line added or removed',
    'addition and deletion',
    'churn',
    'code churn',
    'line churn',
    'commit size',
    'size of commit',
    'size of the commit',
    'diff size',
    'line',
  ].map((phrase) => [phrase, ['Commit.additions', 'Commit.deletions']]),
);

/** Phrases that express a condition. */
export interface ConditionPhrase {
  readonly field: string;
  readonly value: boolean;
  readonly note: string;
  /** Phrases that also name the entity: "merge commits" are commits. */
  readonly nouns: readonly string[];
  /** The kind of those nouns. */
  readonly kind: string;
  /** Phrases that only filter: "without merges". */
  readonly asides: readonly string[];
  /** The name of the opposite in "merges versus …". */
  readonly others?: string;
}

const without =
  '(?:without|excluding|except(?: for)?|ignoring|no|not|but not|not counting|minus|leave out|leaving out)';
const REST = 'others?|other commits?|(?:the )?rest|(?:the )?remaining|everything else';

export const CONDITIONS: readonly ConditionPhrase[] = [
  {
    field: 'Commit.isMerge',
    value: false,
    note: 'Leaves out merges.',
    kind: 'Commit',
    nouns: [
      'non merge commits?',
      'non merges?',
      'regular commits?',
      'normal commits?',
      'ordinary commits?',
      'unmerged commits?',
    ],
    asides: [
      `${without} (?:the |any )?(?:merges|merge commits?)`,
      "that (?:are not|aren't|are no) (?:merges|merge commits?)",
    ],
    others: `${REST}|merges|merge commits?`,
  },
  {
    field: 'Commit.isMerge',
    value: true,
    note: 'Counts merges only.',
    kind: 'Commit',
    nouns: ['merge commits?', 'merges'],
    asides: [
      'that are (?:merges|merge commits?)',
      '(?:only|just) (?:merges|merge commits?)',
      '(?:merges|merge commits?) only',
    ],
    others: `${REST}|(?:non merge|regular|normal|ordinary) commits?|non merges`,
  },
  {
    field: 'Person.isBot',
    value: false,
    note: 'Leaves out bots.',
    kind: 'Person',
    nouns: ['non bots?', 'human authors?', 'human contributors?', 'human developers?'],
    asides: [
      `${without} (?:the |any |by )?bots?(?: commits?)?`,
      'by (?:real |actual )?(?:humans?|people) only',
      'by (?:real |actual )?humans?',
      'humans only',
    ],
  },
  {
    field: 'Person.isBot',
    value: true,
    note: 'Counts bots only.',
    kind: 'Person',
    nouns: ['bots', 'bot authors?', 'bot accounts?'],
    asides: [
      '(?:made |done )?(?:by|from|of|only|just) (?:the )?bots?(?: only)?',
      'bot(?= commits?| changes?)',
      'automated(?= commits?| changes?)',
    ],
    others: `${REST}|humans?|people`,
  },
  {
    field: 'Release.preRelease',
    value: false,
    note: 'Leaves out pre-releases.',
    kind: 'Release',
    nouns: ['stable releases?', 'stable versions?', 'final releases?'],
    asides: [`${without} pre ?releases?`],
  },
  {
    field: 'Release.preRelease',
    value: true,
    note: 'Counts pre-releases only.',
    kind: 'Release',
    nouns: ['pre ?releases?', 'release candidates?', 'beta releases?', 'betas'],
    asides: [],
    others: `${REST}|(?:stable|final|full) (?:releases?|versions?)`,
  },
];

/** File extensions by language, unless the name is the extension. */
export const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  javascript: ['js', 'jsx', 'mjs', 'cjs'],
  python: ['py'],
  ruby: ['rb'],
  rust: ['rs'],
  golang: ['go'],
  markdown: ['md', 'mdx'],
  kotlin: ['kt', 'kts'],
  shell: ['sh', 'bash'],
  yaml: ['yml', 'yaml'],
  java: ['java'],
  css: ['css'],
  html: ['html'],
  json: ['json'],
  sql: ['sql'],
  swift: ['swift'],
  php: ['php'],
};

/** Words for an action on the code, which turn a question about people or files into one about commits. */
export const ACTION_WORDS = [
  'commit(?:s|ted|ting)?',
  'chang(?:e|es|ed|ing)',
  'touch(?:ed|es|ing)?',
  'modif(?:y|ied|ies)',
  'edit(?:ed|s|ing)?',
  'updat(?:e|ed|es)',
  'active',
  'activity',
  'contribut(?:e|ed|es|ing|ions?)',
  'worked(?: on)?',
  'working(?: on)?',
  'works(?: on)?',
  'wrote',
  'written',
  'authored',
  'pushed',
  'made',
  'busy',
  'busiest',
  'churn(?:ed)?',
  'hot',
  'hottest',
  'add(?:s|ed|ing)?',
  'delet(?:e|es|ed|ing)',
  'remov(?:e|es|ed|ing)',
  'writ(?:e|es|ing)',
  'creat(?:e|es|ed|ing)',
  'happen(?:s|ed|ing)?',
];

/** Words without a meaning of their own in a question. */
export const FILLERS = new Set(
  (
    'share percentage percent proportion ratio exist exists existing ' +
    'a an the of in on at to for from by with and or is are was were be been being am do does did done has have had ' +
    'there their they them it its this that these those which what who whom whose how when where why show me give get ' +
    'tell list display find see view fetch please can could would should will you i we us our my your want need like ' +
    "know let lets let's just only all any some each every per as about into over so then than now make made " +
    'graph chart plot table report draw break broken down split grouped group sorted sort order ordered by using across ' +
    'most many much number count total amount overall thanks thank hi hello hey ok okay happened happen whats ' +
    "what's who's here data stats statistics numbers figures been got also out up through within between during while " +
    "during 's one ones exactly look looking looks interested happening going come came occur occurred take place took " +
    'different various breakdown distribution overview summary comparison compare compared compares versus vs against'
  ).split(' '),
);

/** Function words of other languages that are not English; two of them mark a question as not English. */
export const FOREIGN = new Set(
  (
    'wie viele wieviele welche wer hat haben und der das ein eine einen im von für fur mit pro nach letzten letzte letzter ' +
    'monat jahr woche dieses diesem zeige bitte autor autoren dateien geändert wurden anzahl ' +
    'combien quels quelles quel qui est les des une dans avec par mois dernier derniere dernière année semaine auteur auteurs ' +
    'fichiers fichier modifiés cette depuis pendant ' +
    'cuántos cuantos cuales cuáles quién quien los las una del por mes pasado año ano semana este esta archivos archivo ' +
    'cambiados autores último ultimo muestra ' +
    'quanti quante quali chi gli della delle nel mese scorso anno settimana questo questa file modificati autore ' +
    'quantos quantas quais quem dos das mês passado arquivos alterados ' +
    'hoeveel welke wie heeft het een van vorige maand jaar deze bestanden auteur gewijzigd ' +
    'ile kto które ktore zmian w ostatnim miesiącu roku plików skolko kto'
  )
    .split(' ')
    .filter((word) => word.length > 1 && !['file', 'des', 'chi'].includes(word)),
);
