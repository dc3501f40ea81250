import type { ChangedFile, OrgId, SourcePhase, SourceSetting, SourceWords } from '@cairn/contracts';
import type { Integration } from '@cairn/entities';
import type { z } from 'zod';
import type { GraphWriter } from '../store/graph-writer.ts';
import type { Statement } from '../store/statement.ts';
import type { SourceRow } from '../store/source-row.ts';
import type { SourceSecrets } from './secrets.ts';

/** Settings of a source as the schema of its connector gives them. */
export type SourceSettings = Readonly<Record<string, unknown>>;

/** A step of reading, in words; what it has counted stands in the state of the source. */
export type PhaseWords = Omit<SourcePhase, 'done' | 'total' | 'perSecond'>;

/** What reading a source works with. */
export interface IngestContext {
  readonly writer: GraphWriter;
  readonly orgId: string;
  readonly source: SourceRow;
  readonly secrets: SourceSecrets;
  readonly signal: AbortSignal;
}

/** What a connector gets to make a source of. */
export interface NewSourceRequest {
  readonly orgId: OrgId;
  readonly settings: SourceSettings;
  /** The folders of the machine that sources of this org may read. */
  readonly folders: readonly string[];
}

/** What a connector makes of the settings that were given: the same settings give the same id. */
export interface NewSource {
  readonly id: string;
  readonly name: string;
  /** Names that say more, shortest first, for where another source of the org has the name already. */
  readonly longerNames?: readonly string[];
  /** What is kept; secrets are kept apart. */
  readonly settings: SourceSettings;
}

/** The changed files of a commit as its source shows them now. */
export interface CommitDiff {
  readonly files: readonly ChangedFile[];
  /** How many files there are; more than `files` holds when it was cut. */
  readonly total: number;
}

/** A message that a source sent on its own: its headers by lower-case name, and its body as it came. */
export interface WebhookMessage {
  readonly headers: Headers;
  readonly body: string;
}

/** How a source says that there is something new. */
export interface Webhook {
  /** Whether the source itself sent a message, by the signature that its secrets make. */
  isSigned(message: WebhookMessage, secrets: SourceSecrets): boolean;
}

/** How many files of a commit are shown at most. */
export const MOST_FILES = 3_000;

/** One type of source. Nothing outside its folder knows what type it is. */
export interface Connector {
  readonly type: string;
  readonly words: SourceWords;
  /** Parses what `create-source` takes. */
  readonly settings: z.ZodType<SourceSettings>;
  /** The form that an admin fills in. What it marks as secret is stored encrypted, and neither returned nor logged. */
  readonly fields: readonly SourceSetting[];
  /** In the order they run. */
  readonly phases: readonly PhaseWords[];
  /** The integrations that its rows name; the catalogue says by `providedBy` what those fill. */
  readonly provides: readonly Integration[];
  /** Its data is invented: only Cairn adds one, and real data never joins it in one org. */
  readonly simulated?: true;
  /** Reading starts processes of its own, so the engine leaves them processors. */
  readonly startsProcesses?: true;
  /** The folder of the machine that a source reads; left out where sources read none. */
  folderOf?(settings: SourceSettings): string | undefined;
  /** Checks that the source can be read and names it; throws `invalid_input` when it cannot. */
  create(request: NewSourceRequest): Promise<NewSource>;
  /** Reads what is new, and goes on where a reading was cut short. */
  ingest(context: IngestContext): Promise<void>;
  /** Builds the rows again from the payloads that were kept, all in one transaction. */
  renormalise(context: IngestContext): Promise<void>;
  /** Takes messages of the source, each of which starts a reading; left out where a source sends none. */
  readonly webhook?: Webhook;
  /** Deletes the rows of a source, in the transaction that deletes its payloads; left out where sources are fixed. */
  remove?(source: { readonly orgId: string; readonly source: SourceRow }): readonly Statement[];
  /** Reads the changes of a commit where the source keeps them; the graph has the names of files at least. */
  commitDiff?(source: SourceRow, sha: string): Promise<CommitDiff>;
}

/** The connector of a type; undefined for a type that this version does not know. */
export function connectorOf(connectors: readonly Connector[], type: string): Connector | undefined {
  return connectors.find((connector) => connector.type === type);
}
