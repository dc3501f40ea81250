import { DEFAULT_DELIVERY_RULES } from '@cairn/contracts/delivery-rules';
import { uuidOf } from './search-fixture.ts';

/** The id of the source of the org. */
export const SOURCE = 's1';
/** A project of the org. */
export const PROJECT = uuidOf('project');

/** A commit of another org. */
export const ELSEWHERE = uuidOf('a commit of another org');

const PLANTED = { type: 'planted-tracker', settings: { url: 'http://127.0.0.1:1', token: 'a secret' } };
const commits = { select: ['Commit'] };
const counted = { ...commits, aggregations: [{ target: 'Commit', attribute: 'uuid', reducer: 'count' }] };
const of = (name: string, more: object = {}) => ({ entityUuid: uuidOf(name), ...more });
const AT = '2024-03-10T00:00:00Z';
const CALENDAR = { zone: 'UTC', days: [1, 2], opens: 540, closes: 1_020, holidays: [] };

/** What a route is called with, so that nothing but rights can refuse it. `again` puts back what a success takes away. */
export interface TriedGraphRoute {
  readonly input?: object;
  readonly again?: 'source' | 'people';
}

/** The routes that concern one entity; the commit `c1` unless a test names another. */
export const ENTITY_INPUTS: Readonly<Record<string, object>> = {
  entityDetail: {},
  entityDiff: {},
  resolution: {},
  entityHistory: {},
  entityTimeMachine: {},
  entityAsOf: { at: AT },
  entityStatusHistory: {},
  entityContributors: {},
  entityWork: {},
  entityRelated: {},
  entityLineage: {},
  entityAround: { at: AT },
};

const ofEntity = Object.fromEntries(
  Object.entries(ENTITY_INPUTS).map(([name, more]) => [name, { input: of('c1', more) }]),
);

/** Every route that asks for a session or a role. */
export const TRIED_ROUTES: Readonly<Record<string, TriedGraphRoute>> = {
  groupBys: { input: counted },
  entities: { input: commits },
  timeSeries: { input: { ...counted, startDate: AT, endDate: '2024-06-01T00:00:00Z', timeUnit: 'months' } },
  facetOptions: { input: { ...commits, target: 'Commit', attribute: 'name' } },
  configuration: {},
  overviewHighlights: { input: { duration: 'P30D' } },
  emptyReasons: { input: commits },
  explain: { input: commits },
  versions: {},
  ...ofEntity,
  entityFile: { input: of('src/a.ts') },
  searchEntities: { input: { term: 'ann' } },
  countFound: { input: { term: 'ann' } },
  readFeed: { input: { people: [uuidOf('Ann')], duration: 'P10Y' } },
  nameEntities: { input: { uuids: [uuidOf('c1'), ELSEWHERE] } },
  listFolders: {},
  readDataLoss: {},
  allowFolder: { input: { path: '/tmp' } },
  forbidFolder: { input: { path: '/tmp' } },
  listHosts: {},
  allowHost: { input: { host: 'git.example.com:443' } },
  forbidHost: { input: { host: 'git.example.com:443' } },
  listConnectors: {},
  listSources: {},
  createSource: { input: PLANTED },
  simulateCompany: {},
  syncSource: { input: { id: SOURCE } },
  removeSource: { input: { id: SOURCE }, again: 'source' },
  renormaliseSource: { input: { id: SOURCE } },
  previewSource: { input: PLANTED },
  testSource: { input: { id: SOURCE } },
  entityPayload: { input: { id: SOURCE, uuid: uuidOf('c1') } },
  listSourceRuns: { input: { id: SOURCE } },
  listOffers: { input: {} },
  pauseSource: { input: { id: SOURCE } },
  resumeSource: { input: { id: SOURCE } },
  disconnectSource: { input: { id: SOURCE } },
  scheduleSource: { input: { id: SOURCE, schedule: { kind: 'manual' } } },
  getInstallUrl: { input: { type: 'github' } },
  completeInstall: {
    input: { type: 'github', state: 's', proof: 'p', code: 'c', installationId: '1' },
  },
  listDeliveries: { input: { id: SOURCE } },
  listSecrets: { input: { sourceId: SOURCE } },
  createSecret: { input: { type: 'planted-tracker', sourceId: SOURCE, secret: 'a webhook secret' } },
  updateSecret: { input: { type: 'planted-tracker', sourceId: SOURCE, id: 'none', secret: 'another' } },
  removeSecret: { input: { type: 'planted-tracker', sourceId: SOURCE, id: 'none' } },
  push: { input: { events: [{ id: 'e1', on: 'c1', text: 'A note', at: AT }] } },
  updateSource: { input: { id: SOURCE, settings: { url: 'http://127.0.0.1:1', token: 'a secret' } } },
  listWorkingCalendars: {},
  setWorkingCalendar: { input: { owner: 'org', calendar: CALENDAR } },
  listStatuses: {},
  getDeliveryRules: { input: {} },
  previewDeliveryRules: { input: { rules: DEFAULT_DELIVERY_RULES } },
  setDeliveryRules: { input: { rules: null } },
  setStatuses: { input: { projectUuid: PROJECT, statuses: null } },
  listResourceCategories: {},
  setResourceCategory: { input: { uuids: [PROJECT], category: 'Core' } },
  listOwnTeams: { input: {} },
  saveTeam: { input: { name: 'Core' } },
  removeTeam: { input: { uuid: uuidOf('core') } },
  restoreTeam: { input: { uuid: uuidOf('core') } },
  listPeople: { input: {} },
  suggestMerges: {},
  listDecisions: { input: {} },
  mergePeople: { input: { person: uuidOf('idle'), into: uuidOf('Ann') }, again: 'people' },
  splitAccount: { input: { account: uuidOf('idle') } },
  dismissSuggestion: { input: { people: [uuidOf('Ann'), uuidOf('Bob')] } },
  classifyPerson: { input: { person: uuidOf('Ann'), type: 'person' }, again: 'people' },
  linkLogin: { input: { person: uuidOf('Ann'), userId: 'u-1', email: 'ann@example.com' } },
  ownPerson: {},
  personOfUser: { input: { userId: 'ada' } },
  undoDecision: { input: { number: 9_999 } },
};

const READ = '-+++++NN+';
const ADMIN_READ = '-FF+++NNF';
const ADMIN = '-RF+++NNF';
/** No such thing, for those who might change one. */
const ADMIN_NONE = '-RFNNNNNF';

/**
 * What each route answers to nobody, viewer, user, admin, super, superuser, stranger, removed and script:
 * `+` done, `-` unauthenticated, `R` read_only, `F` forbidden, `N` not_found, `C` conflict.
 */
export const ROUTE_RIGHTS: Readonly<Record<string, string>> = {
  groupBys: READ,
  entities: READ,
  timeSeries: READ,
  facetOptions: READ,
  configuration: READ,
  overviewHighlights: READ,
  emptyReasons: READ,
  explain: '-FFF++NNF',
  versions: READ,
  ...Object.fromEntries(Object.keys(ENTITY_INPUTS).map((name) => [name, READ])),
  entityFile: READ,
  searchEntities: READ,
  countFound: READ,
  readFeed: READ,
  nameEntities: READ,
  listFolders: ADMIN_READ,
  readDataLoss: ADMIN_READ,
  allowFolder: '-RFFF+NNF',
  forbidFolder: '-RFFF+NNF',
  listHosts: ADMIN_READ,
  allowHost: '-RFFF+NNF',
  forbidHost: '-RFFF+NNF',
  listConnectors: READ,
  listSources: READ,
  createSource: ADMIN,
  simulateCompany: '-RFCCCNNF',
  syncSource: ADMIN,
  removeSource: ADMIN,
  renormaliseSource: ADMIN,
  getInstallUrl: `-RF${' invalid_input '.repeat(3)}NNF`,
  completeInstall: `-RF${' invalid_input '.repeat(3)}NNF`,
  previewSource: ADMIN_READ,
  testSource: ADMIN_READ,
  listOffers: ADMIN_READ,
  entityPayload: ADMIN_READ,
  listSourceRuns: ADMIN_READ,
  pauseSource: ADMIN,
  disconnectSource: ADMIN,
  resumeSource: ADMIN,
  scheduleSource: ADMIN,
  listDeliveries: ADMIN_READ,
  listSecrets: ADMIN_READ,
  // Two secrets of a source are valid at once.
  createSecret: '-RF++CNNF',
  updateSecret: ADMIN,
  removeSecret: ADMIN,
  // Only tokens that push do, which `push.test.ts` tries.
  push: '-RFFFFNNF',
  // Another address is another source.
  updateSource: `-RF${' invalid_input '.repeat(3)}NNF`,
  listWorkingCalendars: READ,
  setWorkingCalendar: ADMIN,
  listStatuses: READ,
  getDeliveryRules: READ,
  previewDeliveryRules: ADMIN_READ,
  setDeliveryRules: ADMIN,
  setStatuses: ADMIN,
  listResourceCategories: READ,
  setResourceCategory: '-RFF++NNF',
  listOwnTeams: READ,
  // A team of this name is there already.
  saveTeam: '-RFCCCNNF',
  removeTeam: ADMIN_NONE,
  restoreTeam: ADMIN_NONE,
  listPeople: ADMIN_READ,
  suggestMerges: ADMIN_READ,
  listDecisions: ADMIN_READ,
  mergePeople: ADMIN,
  splitAccount: '-RFCCCNNF',
  dismissSuggestion: ADMIN,
  classifyPerson: ADMIN,
  linkLogin: ADMIN,
  ownPerson: READ,
  personOfUser: READ,
  undoDecision: ADMIN_NONE,
};

/** The entities that a call may concern, as their org stands to them. */
export const TARGETS = ['own', 'deleted', 'private', 'elsewhere', 'nowhere'] as const;

const NOWHERE = '-NNNNNNNN';
/** What is limited is read by admins, and by nobody of a lower role but the person. */
const LIMITED = '-FF+++NNF';
const told = { own: READ, deleted: READ, private: LIMITED, elsewhere: NOWHERE, nowhere: NOWHERE };

/**
 * The same for each entity that a route may concern: one of the org, one that its source deleted, a person where the
 * org limits measures of one person, one of another org, and none. A deleted one keeps its page.
 */
export const ENTITY_RIGHTS: Readonly<Record<string, Readonly<Record<(typeof TARGETS)[number], string>>>> = {
  ...Object.fromEntries(Object.keys(ENTITY_INPUTS).map((name) => [name, told])),
  // The page of a person is there for everybody, without what is measured of them.
  entityDetail: { ...told, private: READ },
  // A person changes no files.
  entityDiff: { ...told, private: NOWHERE },
  resolution: { ...told, private: READ },
};
