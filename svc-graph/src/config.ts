import { serviceEnv } from '@cairn/service-kit';
import { z } from 'zod';

const size = z.string().regex(/^\d+(MB|GB)$/, 'such as 512MB or 2GB');

/** The environment of svc-graph. */
export const graphEnv = serviceEnv.extend({
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
