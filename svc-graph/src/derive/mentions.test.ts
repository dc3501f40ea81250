import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Graph, id, load, openGraph, t } from '../../test/derived-graph.ts';

let graph: Graph;
beforeEach(async () => {
  graph = await openGraph();
});
afterEach(() => graph.close());

function commit(name: string, message: string, integration = 'git') {
  const at = t('2026-03-03 10:00');
  const more = { name, integration, repositoryUuid: id('cairn'), committedAt: at, deleted: false };
  return load('Commit', { uuid: id(name), message, ...more });
}
function issue(issueKey: string, formerKeys: string[] = [], repository: string | null = null) {
  return load('Issue', {
    uuid: id(issueKey + (repository ?? '')),
    name: issueKey,
    issueKey,
    formerKeys,
    repositoryUuid: repository === null ? null : id(repository),
  });
}
async function related(relation: string, kind: string): Promise<string[]> {
  const rows = await graph.store.rows<{ of: string; key: string }>(
    `SELECT c.name AS of, i.name AS key FROM "Relation" r JOIN "Commit" c ON c.uuid = r."fromUuid"
     JOIN "${kind}" i ON i.uuid = r."toUuid" WHERE r.relation = '${relation}' ORDER BY 1, 2`,
  );
  return rows.map(({ of, key }) => `${of} → ${key}`);
}
const mentions = () => related('commitMentions', 'Issue');
const named = () => related('commitNamesPullRequest', 'PullRequest');

describe('the issues that a commit of git mentions', () => {
  it('are those whose keys its message names, in subject and body, once each', async () => {
    await graph.publish(
      issue('ABC-12'),
      issue('ABC-1'),
      issue('SEC-WEB-3'),
      commit('a', 'ABC-12: parse\n\nSee ABC-12 and SEC-WEB-3.'),
      commit('b', 'fix XABC-12 and ABC-123, abc-1, UTF-8'),
    );
    expect(await mentions()).toEqual(['a → ABC-12', 'a → SEC-WEB-3']);
  });

  it('are found by a key that an issue had before it moved', async () => {
    await graph.publish(issue('ABC-12', ['INBOX-7']), commit('a', 'Answer INBOX-7'));
    expect(await mentions()).toEqual(['a → ABC-12']);
  });

  it('are found when the issue comes after the commit, and not twice', async () => {
    await graph.publish(issue('OLD-1'), commit('a', 'ABC-12 and OLD-1'));
    expect(await mentions()).toEqual(['a → OLD-1']);
    await graph.publish(issue('ABC-12'));
    await graph.publish(issue('NEW-1'), commit('b', 'ABC-12'));
    await graph.rebuild();
    expect(await mentions()).toEqual(['a → ABC-12', 'a → OLD-1', 'b → ABC-12']);
  });

  it('are of the same repository where the key is a number', async () => {
    await graph.publish(
      issue('#45', [], 'cairn'),
      issue('#45', [], 'other'),
      commit('a', 'Closes #45, not #4'),
    );
    expect(await mentions()).toHaveLength(1);
    expect(
      await graph.row(
        `SELECT i."repositoryUuid"::VARCHAR AS repository FROM "Relation" r JOIN "Issue" i ON i.uuid = r."toUuid"`,
      ),
    ).toEqual({
      repository: id('cairn'),
    });
  });

  it('give way to a pull request that has the number, whichever comes first', async () => {
    const pull = (number: number, repository = 'cairn') =>
      load('PullRequest', {
        uuid: id(`pull ${number} ${repository}`),
        name: `!${number}`,
        number,
        repositoryUuid: id(repository),
      });
    await graph.publish(issue('#12', [], 'cairn'), commit('a', 'Parse (#12), see #13 and #14'));
    await graph.publish(issue('#13', [], 'cairn'), pull(14), pull(13, 'other'));
    expect(await mentions()).toEqual(['a → #12', 'a → #13']);
    expect(await named()).toEqual(['a → !14']);
    await graph.publish(pull(12));
    await graph.publish(commit('b', 'Revert #12'));
    await graph.rebuild();
    expect(await mentions()).toEqual(['a → #13']);
    expect(await named()).toEqual(['a → !12', 'a → !14', 'b → !12']);
  });

  it('are left to the forge that the commit comes from', async () => {
    await graph.publish(issue('ABC-12'), commit('a', 'ABC-12', 'github'));
    expect(await mentions()).toEqual([]);
  });
});

describe('what a message names', () => {
  const message = (name: string, references: readonly string[]) =>
    load('Message', {
      uuid: id(name),
      name,
      integration: 'slack',
      references,
      createdAt: t('2026-03-03 10:00'),
      deleted: false,
    });
  const named = async () => {
    const rows = await graph.store.rows<{ relation: string; of: string; to: string }>(
      `SELECT r.relation, m.name AS of, coalesce(i.name, p.name) AS to FROM "Relation" r JOIN "Message" m ON m.uuid = r."fromUuid"
       LEFT JOIN "Issue" i ON i.uuid = r."toUuid" LEFT JOIN "PullRequest" p ON p.uuid = r."toUuid"
       WHERE starts_with(r.relation, 'messageMentions') ORDER BY ALL`,
    );
    return rows.map(({ relation, of, to }) => `${of} ${relation.replace('messageMentions', '')} ${to}`);
  };
  const url = 'https://github.com/acme/engine/pull/7';

  it('is related by keys and addresses, whichever comes first, and not where nothing has them', async () => {
    await graph.publish(issue('ABC-12'), message('a', ['ABC-12', 'UTF-8', url]));
    expect(await named()).toEqual(['a Issue ABC-12']);
    const pull = { uuid: id('pull'), name: 'Mend', sourceUrl: url, createdAt: t('2026-03-01 10:00') };
    await graph.publish(load('PullRequest', pull), message('b', ['ABC-1']));
    await graph.rebuild();
    expect(await named()).toEqual(['a Issue ABC-12', 'a PullRequest Mend']);
  });
});
