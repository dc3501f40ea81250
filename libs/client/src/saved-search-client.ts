import { createClient, LINK_TYPE_NAMES } from '@cairn/contracts';
import { linkSearchContract } from '@cairn/contracts/link-search';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of svc-workspace that search and arrange what people save; loaded with the first part that does. */
export const savedSearchClient = /* #__PURE__ */ createClient(
  /* #__PURE__ */ linkSearchContract(LINK_TYPE_NAMES),
  send,
);
