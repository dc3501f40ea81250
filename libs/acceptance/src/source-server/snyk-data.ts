import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const Organization = z.object({ id: z.string(), name: z.string(), slug: z.string().default('') });
const Related = z.looseObject({
  organization: z.object({ data: z.looseObject({ id: z.string() }) }),
  scan_item: z.looseObject({ data: z.looseObject({ id: z.string() }) }).optional(),
});
const Thing = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.looseObject({}),
  relationships: Related,
});

/** What a region of Snyk holds: organizations, and the projects and issues of them as its interface sends them. */
export const SnykData = z.object({
  organizations: z.array(Organization).default([]),
  projects: z.array(Thing).default([]),
  issues: z.array(Thing).default([]),
});
export type SnykData = z.infer<typeof SnykData>;

const Answer = z.object({ data: z.array(z.unknown()) });
const GZIP = 0x1f;

/** A file holds lists of a region, or one page of an answer, whose things tell what they are. */
function readFile(file: string): SnykData {
  const bytes = readFileSync(file);
  const told = JSON.parse((bytes[0] === GZIP ? gunzipSync(bytes) : bytes).toString('utf8')) as unknown;
  const answer = Answer.safeParse(told).data;
  if (!answer) return SnykData.parse(told);
  const things = answer.data.flatMap((each) => Thing.safeParse(each).data ?? []);
  return {
    organizations: [],
    projects: things.filter(({ type }) => type === 'project'),
    issues: things.filter(({ type }) => type === 'issue'),
  };
}

const organizationIn = ({ relationships }: z.infer<typeof Thing>) => relationships.organization.data.id;

/** Reads what a region holds from JSON, plain or gzipped, or from a folder of it; organizations without a name have their id. */
export function readSnykData(paths: readonly string[]): SnykData {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path],
  );
  const parts = files.filter((file) => /\.json(?:\.gz)?$/.test(file)).map(readFile);
  const named = parts.flatMap(({ organizations }) => organizations);
  const projects = parts.flatMap((part) => part.projects);
  const issues = parts.flatMap((part) => part.issues);
  const others = new Set([...projects, ...issues].map(organizationIn));
  for (const { id } of named) others.delete(id);
  return {
    organizations: [...named, ...[...others].map((id) => ({ id, name: id, slug: id }))],
    projects,
    issues,
  };
}
