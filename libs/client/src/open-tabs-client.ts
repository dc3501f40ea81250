import { createClient } from '@cairn/contracts';
import { openTabsContract } from '@cairn/contracts/open-tabs';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The routes of svc-workspace that keep the open tabs of the user; loaded after the page. */
export const openTabsClient = /* #__PURE__ */ createClient(openTabsContract, send);
