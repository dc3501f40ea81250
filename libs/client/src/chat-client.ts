import { createClient } from '@cairn/contracts';
import { chatReplyContract } from '@cairn/contracts/chat-replies';

const send = (url: string, init: RequestInit) => fetch(url, init);

/** The route of svc-chat that answers messages; loaded with the first conversation. */
export const conversationClient = /* #__PURE__ */ createClient(chatReplyContract, send);
