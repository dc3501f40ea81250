import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

const List = z.array(z.unknown()).default([]);

/** What a site holds: whole answers of its interface, by list. */
export const SiteData = z.object({
  issues: List,
  projects: List,
  sprints: List,
  statuses: List,
  fields: List,
  /** Boards as the agile interface lists them; one with sprints and one without where a site has none. */
  boards: List,
  versions: List,
  /** Teams and people of plans, which Data Center lists. */
  teams: List,
  people: List,
  /** Development panels: answers to questions for an issue, a kind of tool and a part. */
  panels: List,
  /** Teams of Cloud with the accounts that belong to them, and the users of the site. */
  members: List,
  users: List,
});
export type SiteData = z.infer<typeof SiteData>;

/** The lists of a site by the names of the files that keep them as rows. */
const ROWS: Readonly<Record<string, keyof SiteData>> = {
  '_raw_jira_api_issues.csv': 'issues',
  '_raw_jira_api_projects.csv': 'projects',
  '_raw_jira_api_sprints.csv': 'sprints',
  '_raw_jira_api_status.csv': 'statuses',
  '_raw_jira_api_issue_fields.csv': 'fields',
  '_raw_jira_api_boards.csv': 'boards',
  '_raw_jira_api_project_versions.csv': 'versions',
  '_raw_jira_api_development_panels.csv': 'panels',
  '_raw_jira_api_users.csv': 'users',
};

const GZIP = 0x1f;

/** A list of answers that were kept as rows, each of which has one as JSON. */
function readRows(file: string): Partial<SiteData> {
  const list = ROWS[basename(file)];
  if (!list) return {};
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, skip_empty_lines: true });
  const answers = rows.map(({ data = 'null', url = '' }) => {
    const answer = JSON.parse(data) as unknown;
    if (list !== 'panels') return answer;
    return { ...Object.fromEntries(new URL(url).searchParams), answer };
  });
  return { [list]: answers };
}

function readFile(file: string): Partial<SiteData> {
  if (file.endsWith('.csv')) return readRows(file);
  const bytes = readFileSync(file);
  const text = bytes[0] === GZIP ? gunzipSync(bytes) : bytes;
  return SiteData.parse(JSON.parse(text.toString('utf8')));
}

/** Reads a site from JSON, plain or gzipped, from rows, or from a folder of both. */
export function readSiteData(paths: readonly string[]): SiteData {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
  );
  const parts = files.map(readFile);
  const list = (name: keyof SiteData) => parts.flatMap((part) => part[name] ?? []);
  return {
    issues: list('issues'),
    projects: list('projects'),
    sprints: list('sprints'),
    statuses: list('statuses'),
    fields: list('fields'),
    boards: list('boards'),
    versions: list('versions'),
    teams: list('teams'),
    people: list('people'),
    panels: list('panels'),
    members: list('members'),
    users: list('users'),
  };
}
