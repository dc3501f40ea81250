import { PushInput } from '@cairn/contracts/push';
import { describe, expect, it } from 'vitest';
import { curlLine, pushAddress, workflowStep } from './push-snippets.ts';

const address = pushAddress('https://cairn.example.com', 'acme');
const SHA = 'a'.repeat(40);

/** What the shell puts in the place of each name. */
const IN_SHELL: Readonly<Record<string, string>> = {
  '$(git rev-parse HEAD)': SHA,
  '$(date -u +%FT%TZ)': '2026-03-02T10:00:00Z',
  '$GITHUB_RUN_ID-$GITHUB_JOB': '77-deploy',
  $GITHUB_REPOSITORY: 'acme/api',
  $OUTCOME: 'failed',
  $GITHUB_SHA: SHA,
  '$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID':
    'https://github.com/acme/api/actions/runs/77',
};

/** The deployment that a snippet sends: what stands in the quotes of `-d`, which the shell leaves for its names. */
function sent(snippet: string) {
  const [, body = ''] = /-d '([\s\S]*)'$/.exec(snippet) ?? [];
  const told = body.replace(/'(\$[^']+)'/g, (whole, name: string) => IN_SHELL[name] ?? whole);
  return PushInput.parse(JSON.parse(told)).deployments[0];
}

describe('the snippets of the Push API', () => {
  it.each([
    ['a line of a shell', curlLine],
    ['a step of a workflow', workflowStep],
  ])('go to the org with a token that stands nowhere: %s', (_, snippet) => {
    expect(snippet(address)).toContain(' https://cairn.example.com/api/acme/push \\');
    expect(snippet(address)).toContain('"Authorization: Bearer $CAIRN_TOKEN"');
  });

  it('send what Cairn takes', () => {
    expect(sent(curlLine(address))).toMatchObject({
      repository: 'owner/name',
      status: 'success',
      commit: SHA,
    });
  });

  it('tell of a job of a workflow how it ended', () => {
    expect(sent(workflowStep(address))).toMatchObject({
      id: '77-deploy',
      repository: 'acme/api',
      status: 'failed',
      commit: SHA,
      url: 'https://github.com/acme/api/actions/runs/77',
    });
  });
});
