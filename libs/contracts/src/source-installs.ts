import { z } from 'zod';
import { OrgId } from './identity.ts';
import { ORG_RIGHTS } from './org-access.ts';
import { defineContract } from './route.ts';
import { Source } from './sources.ts';
import { MESSAGE_BYTES } from './webhooks.ts';

const params = z.object({ orgId: OrgId });
const type = z.string().min(1).max(100);
const text = z.string().min(1).max(2_000);
/** The number that a tool gives to an installation of an app. */
const InstallationId = z.string().regex(/^\d{1,20}$/, 'is a number');

/** How an app of a tool is installed in the place of a token, and where its messages arrive. */
export const sourceInstallContract = defineContract({
  getInstallUrl: {
    method: 'POST',
    path: '/api/{orgId}/sources/get-install-url',
    access: ORG_RIGHTS.manageSources,
    summary:
      'The address at which an admin installs the app of a tool. `proof` stays with the browser that asked: only with it can the installation be completed, once and within 15 minutes.',
    params,
    input: z.strictObject({ type }),
    output: z.object({ data: z.object({ url: z.url(), proof: z.string() }) }),
    errors: ['invalid_input', 'read_only'],
  },
  endInstall: {
    method: 'GET',
    path: '/api/v1/oauth/{type}/redirect',
    access: 'public',
    summary:
      'Where a tool leads back to after its app was installed. It leads on to the page of the org that asked, and changes nothing.',
    answer: 'redirect',
    params: z.object({ type }),
    output: z.string(),
    errors: ['invalid_input'],
  },
  completeInstall: {
    method: 'POST',
    path: '/api/{orgId}/sources/complete-install',
    access: ORG_RIGHTS.manageSources,
    summary:
      'Adds the source of an installed app, once the tool has confirmed that whoever installed it may see that installation. A new one is paused and `awaitsChoice`: update-source with its choice, or resume-source, has it read.',
    params,
    input: z.strictObject({ type, state: text, proof: text, code: text, installationId: InstallationId }),
    output: z.object({ data: Source }),
    errors: ['invalid_input', 'forbidden', 'conflict', 'read_only', 'source_unavailable'],
  },
  receiveAppWebhook: {
    method: 'POST',
    path: '/api/v1/{type}/app-webhook',
    access: 'public',
    summary:
      'Takes a message that a tool signs with the secret of its app. The installation that it names picks the sources; one that no source has is answered and dropped.',
    params: z.object({ type }),
    output: z.object({ data: z.object({ accepted: z.literal(true) }) }),
    errors: ['unauthenticated', 'invalid_input', 'too_large'],
    bodyLimit: MESSAGE_BYTES,
    passesOwnHeaders: true,
  },
});
