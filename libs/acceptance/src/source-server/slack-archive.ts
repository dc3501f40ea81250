import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const User = z.looseObject({ id: z.string() });
const Channel = z.looseObject({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean().optional(),
  members: z.array(z.string()).default([]),
});
const Message = z.looseObject({
  ts: z.string(),
  thread_ts: z.string().optional(),
  subtype: z.string().optional(),
});
export type ServedMessage = z.infer<typeof Message>;

/** A workspace as one file has it: people, channels, groups of people, and the messages of each channel by its id. */
export const WorkspaceArchive = z.object({
  team: z
    .object({ id: z.string(), name: z.string(), domain: z.string() })
    .default({ id: 'T0SERVED', name: 'Served', domain: 'served' }),
  users: z.array(User).default([]),
  channels: z.array(Channel).default([]),
  usergroups: z.array(z.looseObject({ id: z.string() })).default([]),
  messages: z.record(z.string(), z.array(Message)).default({}),
});
export type WorkspaceArchive = z.infer<typeof WorkspaceArchive>;

const GZIP = 0x1f;

function readJson(file: string): unknown {
  const bytes = readFileSync(file);
  return JSON.parse((bytes[0] === GZIP ? gunzipSync(bytes) : bytes).toString('utf8'));
}

const List = z.array(z.unknown());

/** The lists of an export by the names of its files. */
function readExport(folder: string): unknown {
  const names = readdirSync(folder);
  const list = (name: string) => (names.includes(name) ? List.parse(readJson(join(folder, name))) : []);
  const hidden = list('groups.json').map((channel) => ({ ...Channel.parse(channel), is_private: true }));
  const channels = [...list('channels.json').map((channel) => Channel.parse(channel)), ...hidden];
  const days = (name: string) =>
    names.includes(name)
      ? readdirSync(join(folder, name))
          .filter((day) => /\.json(?:\.gz)?$/.test(day))
          .toSorted()
      : [];
  const messages = channels.map(({ id, name }) => [
    id,
    days(name).flatMap((day) => List.parse(readJson(join(folder, name, day)))),
  ]);
  return { users: list('users.json'), channels, messages: Object.fromEntries(messages) };
}

/** Reads a workspace from one file, plain or gzipped, or from the folder of an export of Slack. */
export function readWorkspaceArchive(path: string): WorkspaceArchive {
  if (statSync(path).isDirectory()) return WorkspaceArchive.parse(readExport(path));
  // A file of an export stands for its folder.
  if (/^(?:channels|users)\.json$/.test(basename(path)))
    return WorkspaceArchive.parse(readExport(dirname(path)));
  return WorkspaceArchive.parse(readJson(path));
}
