/** Where messages of an org go. */
export const pushAddress = (origin: string, orgId: string): string =>
  new URL(`/api/${encodeURIComponent(orgId)}/push`, origin).href;

/** A line for a shell that pushes one deployment. */
export const curlLine = (address: string): string => `curl --fail-with-body ${address} \\
  -H "Authorization: Bearer $CAIRN_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"deployments": [{
        "id": "run-1",
        "repository": "owner/name",
        "environment": "production",
        "commit": "'$(git rev-parse HEAD)'",
        "finishedAt": "'$(date -u +%FT%TZ)'"}]}'`;

/** A step of a workflow of GitHub that pushes its deployment, whether it succeeded or failed. */
export const workflowStep = (address: string): string => `- name: Tell Cairn
  if: always()
  env:
    CAIRN_TOKEN: \${{ secrets.CAIRN_TOKEN }}
    OUTCOME: \${{ job.status == 'failure' && 'failed' || job.status }}
  run: |
    curl --fail-with-body --retry 3 ${address} \\
      -H "Authorization: Bearer $CAIRN_TOKEN" \\
      -H "Content-Type: application/json" \\
      -d '{"deployments": [{
            "id": "'$GITHUB_RUN_ID-$GITHUB_JOB'",
            "repository": "'$GITHUB_REPOSITORY'",
            "environment": "production",
            "status": "'$OUTCOME'",
            "commit": "'$GITHUB_SHA'",
            "finishedAt": "'$(date -u +%FT%TZ)'",
            "url": "'$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID'"}]}'`;
