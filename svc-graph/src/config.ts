import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';

/** The longest lease: whoever is killed is followed within a minute. */
const MOST_LEASE_SECONDS = 40;

const size = z.string().regex(/^\d+(MB|GB)$/, 'such as 512MB or 2GB');

/** The environment of svc-graph. */
export const graphEnv = serviceEnv.extend({
  /** PostgreSQL, by which several processes agree on who owns which org; without it there is one process. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** How many processes of svc-graph the installation has, and which of them this is. */
  CAIRN_GRAPH_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  CAIRN_GRAPH_PROCESS: z.coerce.number().int().min(1).max(64).default(1),
  /** The run of the launcher, which starts processes once those of former runs have ended. */
  CAIRN_RUN: z.uuid().optional(),
  /** Seconds after its last sign of life for which a process keeps its orgs. */
  CAIRN_LEASE_SECONDS: z.coerce.number().min(1).max(MOST_LEASE_SECONDS).default(15),
  /** Threads that queries, files and the network share; must be set before Node starts. */
  UV_THREADPOOL_SIZE: z.coerce.number().int().min(1).max(1_024).optional(),
  /** Milliseconds that one query may take. */
  CAIRN_QUERY_TIME_LIMIT: z.coerce.number().int().min(100).default(30_000),
  /** Memory and temporary space for the queries of one org, as DuckDB writes sizes. */
  CAIRN_QUERY_MEMORY: size.default('1GB'),
  CAIRN_QUERY_TEMP: size.default('10GB'),
  /** Where questions are asked instead of the orgs' own files: `http(s)://user:password@host:port/database`. */
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The cluster of ClickHouse whose shards hold the orgs; without it a single server. */
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  /** Folders that contain the allowed folders of every org, separated by colons. Without it, a superuser may allow any. */
  CAIRN_GIT_ROOTS: z
    .string()
    .default('')
    .transform((roots) => roots.split(':').filter((root) => root !== '')),
  /** Servers of the inside that sources may read, as `host:port` separated by commas. Without it, none. */
  CAIRN_SOURCE_HOSTS: z
    .string()
    .regex(/^$|^[^\s,/:]+:\d+(,[^\s,/:]+:\d+)*$/, 'such as git.example.com:443,10.0.0.7:8080')
    .default('')
    .transform((hosts) => hosts.split(',').filter((host) => host !== '')),
});

const UNITS = { MB: 1_000_000, GB: 1_000_000_000 };

/** A size as DuckDB writes it, in bytes. */
export function bytesOf(written: string): number {
  return Number.parseInt(written, 10) * UNITS[written.endsWith('GB') ? 'GB' : 'MB'];
}
