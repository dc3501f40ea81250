import {
  accountContract,
  apiTokenContract,
  calendarContract,
  chatContract,
  createClient,
  entityContract,
  followingContract,
  entityFileContract,
  entitySearchContract,
  identityContract,
  invitationContract,
  memberContract,
  narrativePrefixContract,
  notificationContract,
  pictureContract,
  queryContract,
  resourceCategoryContract,
  sourceContract,
  userStateContract,
  statusContract,
  workspaceContract,
} from '@cairn/contracts';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of svc-workspace that keep what people save. */
export const workspaceClient = /* #__PURE__ */ createClient(workspaceContract, send);
/** The routes of svc-workspace about the people of an org and their invitations. */
export const peopleClient = /* #__PURE__ */ createClient({ ...memberContract, ...invitationContract }, send);
/** The routes of svc-workspace about what an org keeps for the user alone. */
export const personalClient = /* #__PURE__ */ createClient(
  { ...notificationContract, ...followingContract, ...userStateContract, ...pictureContract },
  send,
);
/** The routes of svc-workspace about prompt instructions. */
export const prefixClient = /* #__PURE__ */ createClient(narrativePrefixContract, send);
/** The routes of svc-workspace that concern the caller's own login. */
export const accountClient = /* #__PURE__ */ createClient({ ...accountContract, ...apiTokenContract }, send);
/** The routes of svc-graph that answer from the graph. */
export const graphClient = /* #__PURE__ */ createClient(
  { ...queryContract, ...entityContract, ...entitySearchContract, ...entityFileContract },
  send,
);
/** The routes of svc-graph that list, add and read sources. */
export const sourceClient = /* #__PURE__ */ createClient(sourceContract, send);
/** The routes of svc-graph that keep working calendars. */
export const calendarClient = /* #__PURE__ */ createClient(calendarContract, send);
/** The routes of svc-graph about people and their accounts. */
export const identityClient = /* #__PURE__ */ createClient(identityContract, send);
/** The routes of svc-graph that keep the statuses of projects. */
export const statusClient = /* #__PURE__ */ createClient(statusContract, send);
/** The routes of svc-graph that keep the categories of repositories and projects. */
export const categoryClient = /* #__PURE__ */ createClient(resourceCategoryContract, send);
/** The routes of svc-chat. */
export const chatClient = /* #__PURE__ */ createClient(chatContract, send);
