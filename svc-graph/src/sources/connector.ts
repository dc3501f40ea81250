import type {
  ChangedFile,
  FileText,
  OrgId,
  SourceChoice,
  SourcePhase,
  SourceSetting,
  SourceWords,
} from '@cairn/contracts';
import type { SourcePart } from '@cairn/contracts/source-preview';
import type { Integration } from '@cairn/entities';
import type { z } from 'zod';
import type { GraphWriter } from '../store/graph-writer.ts';
import type { Statement } from '../store/statement.ts';
import type { SourceRow } from '../store/source-row.ts';
import type { NormalisedPayload, PagesFrom, Payload, RowsOf, SourcePage } from './payload.ts';
import type { SourceSecrets } from './secrets.ts';

/** Settings of a source, parsed by its connector's schema. */
export type SourceSettings = Readonly<Record<string, unknown>>;

/** The words of a phase; its counts are in the source's state. */
export type PhaseWords = Omit<SourcePhase, 'done' | 'total' | 'perSecond'>;

/** What answers about a kind say until a phase has ended. */
export interface PendingNote {
  readonly phase: string;
  readonly kind: string;
  readonly words: string;
}

/** How far the rows of a source are built again. The transaction that does it cannot say so in the file. */
export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

/** What a connector needs to read a source. */
export interface IngestContext {
  readonly writer: GraphWriter;
  readonly orgId: string;
  readonly source: SourceRow;
  readonly secrets: SourceSecrets;
  readonly signal: AbortSignal;
  /** `host:port` of servers that may be read wherever they are. */
  readonly hosts?: readonly string[];
  /** Hears how far rows are built again. */
  readonly report?: (progress: RebuildProgress) => void;
}

/** What a connector needs to create a source. */
export interface NewSourceRequest {
  readonly orgId: OrgId;
  readonly settings: SourceSettings;
  /** The folders of the machine that sources of this org may read. */
  readonly folders: readonly string[];
  /** Reads addresses that people gave, and none of an internal network. */
  readonly fetch: typeof fetch;
}

/** A new source. Equal settings give an equal id. */
export interface NewSource {
  readonly id: string;
  readonly name: string;
  /** Names that say more, shortest first, for where another source of the org has the name already. */
  readonly longerNames?: readonly string[];
  /** What is kept; secrets are kept apart. */
  readonly settings: SourceSettings;
}

/** The changed files of a commit, read from its source. */
export interface CommitDiff {
  readonly files: readonly ChangedFile[];
  /** The number of changed files; larger than `files` when the list was cut. */
  readonly total: number;
}

/** A message of a tool as it came: its headers, and its bytes. */
export interface WebhookMessage {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What a message says. */
export interface ToldMessage {
  /** The number that the tool gives it, the same each time that it sends it again. */
  readonly id: string | null;
  /** Such as `issues.deleted`. */
  readonly kind: string;
  readonly payload: unknown;
}

/** Where a payload holds a thing: the elements of this list whose key is the id of the thing. */
export interface PayloadPlace {
  /** The kind of the payload. */
  readonly payload: string;
  readonly list: string;
  readonly key: string;
}

/** A thing that its tool deleted. */
export interface GoneThing {
  readonly kind: string;
  readonly uuid: string;
  /** Its id in payloads. */
  readonly id: string;
  /** Where payloads hold it; left out where no other thing of the tool has this `id`. */
  readonly places?: readonly PayloadPlace[];
}

/** Whose message it is. */
export interface MessageOwner {
  readonly orgId: string;
  readonly source: Pick<SourceRow, 'id' | 'settings'>;
}

/** How a tool tells a source of what is new. */
export interface Webhook {
  /** True when whoever has the secret sent the message. */
  isSigned(message: WebhookMessage, secret: string): boolean;
  /** The address alone protects a source that has no secret. Without this, such a source takes no message. */
  readonly takesUnsigned?: true;
  /** Reads a message; it may throw for what is none. */
  read(message: WebhookMessage): ToldMessage;
  /** What a kind of message means: a reading is asked for, it brings what is new itself, it only greets, or nothing. */
  meaning(kind: string): 'reading' | 'news' | 'greeting' | 'nothing';
  /** What a greeting is answered with; null for any other message, and absent where every one gets the same answer. */
  greet?(payload: unknown): { readonly challenge: string } | null;
  /** What the tool deleted according to a message, since no reading sees that; absent where messages name none. */
  removed?(told: Omit<ToldMessage, 'id'>, owner: MessageOwner): readonly GoneThing[];
  /** What a message brings by itself, as payloads like those of a reading; absent where it only says that there is news. */
  brings?(told: Omit<ToldMessage, 'id'>, owner: MessageOwner): readonly Payload[];
  /** The message without what the source leaves out; absent where nothing is. */
  strip?(payload: unknown, owner: MessageOwner): unknown;
  /** The steps in the tool that have it send messages, for pages; the address stands before them. */
  readonly steps: readonly string[];
}

/** How an app of a tool is installed in the place of a token. */
export interface AppInstall {
  /** The button, such as `Install the GitHub App`. */
  readonly label: string;
  /** The setting that names an installation. Nobody gives it: the tool confirms it. */
  readonly setting: string;
  /** Whether this installation of Cairn has an app. */
  isThere(): boolean;
  /** Where an admin installs it; the tool leads back with the state. */
  address(state: string): string;
  /** The settings of the source, once the tool says that whoever has the code may see the installation; throws otherwise. */
  prove(given: {
    readonly code: string;
    readonly installationId: string;
    readonly fetch: typeof fetch;
  }): Promise<SourceSettings>;
  /** True when whoever has the secret of the app sent the message. */
  isSigned(message: WebhookMessage): boolean;
  /** The installation that a message is about. */
  installationIn(payload: unknown): string | undefined;
}

/** The parts of a source, of which people choose what is read. */
export interface ChosenParts {
  readonly choice: SourceChoice;
  /** Asks the tool for the parts that the settings may read; throws `invalid_input` when it cannot. */
  list(request: NewSourceRequest): Promise<readonly SourcePart[]>;
}

/** The source whose data may be kept no longer, and the present moment in milliseconds since 1970. */
export interface ExpiryRequest {
  readonly writer: GraphWriter;
  readonly orgId: string;
  readonly source: SourceRow;
  readonly now: number;
}

/** The largest number of a commit's files that are shown. */
export const MOST_FILES = 3_000;

/** One type of source. Only its own folder knows the type by name. */
export interface Connector {
  readonly type: string;
  readonly words: SourceWords;
  /** Parses the input of `create-source`. */
  readonly settings: z.ZodType<SourceSettings>;
  /** The form for admins. A field marked as secret is stored encrypted, and neither returned nor logged. */
  readonly fields: readonly SourceSetting[];
  /** The fields that choose what is read and never where it is asked, so that they change without the secrets. */
  readonly scope?: readonly string[];
  /** In running order. */
  readonly phases: readonly PhaseWords[];
  /** What answers say before all phases have ended; absent where they are true from the first row on. */
  readonly pending?: PendingNote;
  /** The integrations named by its rows; `providedBy` of the catalogue says what those fill. */
  readonly provides: readonly Integration[];
  /** The data is invented. Only Cairn adds such a source, and an org never mixes it with real data. */
  readonly simulated?: true;
  /** Tools send it everything by themselves, so it is never read and has no schedule. */
  readonly receives?: true;
  /** Reading starts other processes, so the engine leaves processors to them. */
  readonly startsProcesses?: true;
  /** The folder of the machine that a source reads; left out where sources read none. */
  folderOf?(settings: SourceSettings): string | undefined;
  /** Checks that the source can be read and names it; throws `invalid_input` when it cannot. */
  create(request: NewSourceRequest): Promise<NewSource>;
  /** What the address of a page tells of the settings; null for pages of others, and where a source reads it. */
  offer?(page: URL, sources: readonly Pick<SourceRow, 'settings'>[]): Readonly<Record<string, string>> | null;
  /** Absent where a source is read whole. */
  readonly parts?: ChosenParts;
  /** Reads new data from the cursor on, after an interruption as well. */
  ingest(context: IngestContext): Promise<void>;
  /** Rebuilds the rows from the stored payloads, in one transaction. */
  renormalise(context: IngestContext): Promise<void>;
  /** Yields what an interface sends after a cursor, and keeps none of it; absent where a source has no pages. */
  pages?(from: PagesFrom<SourceSettings>): AsyncIterable<SourcePage>;
  /** The version of `normalise`: a later one makes more, or other rows, of the same payloads. */
  readonly version?: number;
  /** Makes the rows of a kept payload; absent where they are made from more than one. */
  normalise?(payload: Payload, of: RowsOf): NormalisedPayload;
  /** Receives messages of the tool, after which what is new is read; absent when it sends none. */
  readonly webhook?: Webhook;
  /** Absent where a tool has no apps. */
  readonly install?: AppInstall;
  /** Takes away what may be kept no longer, payloads included, and answers how many things went; absent where all is kept. */
  expire?(request: ExpiryRequest): Promise<number>;
  /**
   * Deletes the rows of a source, in the transaction that deletes its payloads; absent when sources are
   * fixed.
   */
  remove?(source: { readonly orgId: string; readonly source: SourceRow }): readonly Statement[];
  /**
   * Reads a commit's diff, or that of all commits from the one before `since` on, when the source keeps it; the graph
   * has at least the names of files.
   */
  commitDiff?(source: SourceRow, sha: string, since?: string): Promise<CommitDiff>;
  /** The changed files of a pull request, by its id, that a kept payload tells; undefined for a payload that does not. */
  filesIn?(payload: Payload, id: string): CommitDiff | undefined;
  /** Reads a file as a commit left it, or as it was before, when the source keeps it. */
  fileText?(source: SourceRow, wanted: WantedFile): Promise<FileText>;
}

/** A file of one commit, after it with who changed each line, or before it. */
export interface WantedFile {
  readonly sha: string;
  readonly path: string;
  readonly before: boolean;
  /** Paths that the file had before, the latest first; the first one that the commit has is read. */
  readonly former: readonly string[];
}

/** The connector of a type; undefined for a type that this version does not know. */
export function connectorOf(connectors: readonly Connector[], type: string): Connector | undefined {
  return connectors.find((connector) => connector.type === type);
}

/** Whether sources of a type are read again and again. */
export const isRead = (connector: Connector | undefined): boolean =>
  connector?.words.fixed === null && connector.receives !== true;
