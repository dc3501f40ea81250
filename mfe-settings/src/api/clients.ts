import { accountContract, createClient, graphContract, workspaceContract } from '@cairn/contracts';

const send = (url: string, init: RequestInit) => fetch(url, init);

export const accountApi = createClient(accountContract, send);
export const workspaceApi = createClient(workspaceContract, send);
export const graphApi = createClient(graphContract, send);
