import type { SyncRun } from "../../shared/contract/knowledge/knowledge.ts";
import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import type { SyncChange } from "../../shared/contract/knowledge/syncChanges.ts";

export interface DataSourceRow {
  organizationId: string;
  id: string;
  agentId: string;
  name: string;
  kind: string;
  audience: SourceAudience;
  /** JSON of DataSourceConfig. */
  config: string;
  /** `draft`: nothing was read yet, and nothing is before somebody says so. */
  status: "draft" | "queued" | "syncing" | "ready" | "partly" | "failed" | "empty";
  error: string | null;
  pageCount: number;
  passageCount: number;
  characterCount: number;
  failedCount: number;
  /** The number that the next passage gets; passages of a source are numbered from 0 and never reused. */
  nextNumber: number;
  lastRunId: string | null;
  lastSyncedAt: number | null;
  /** The first version that meets it, were one kept now: versions of before do not know it. */
  sinceVersion: number;
  /** The source that it was before it was deleted and brought back; null for its own id. */
  originId: string | null;
  /** The version whose pages it has, until it is read again. */
  restoredVersion: number | null;
  /** The way of cutting words into terms that all of its index has (retrieval/renewTerms.ts). */
  termsVersion: number;
  /** JSON of what the site said of a feed when it was last read (feed/feedState.ts); null for what is no feed. */
  feedState: string | null;
  /** JSON of SourceSchedule; null where it is synced only when somebody asks. */
  schedule: string | null;
  /** When the schedule asks next; null without one and while it is paused. */
  nextSyncAt: number | null;
  /** Hash of the token that starts a sync; its last characters, when it was made and used. Null where there is none. */
  webhookHash: string | null;
  webhookEnding: string | null;
  webhookCreatedAt: number | null;
  webhookUsedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface PageRow {
  organizationId: string;
  id: string;
  sourceId: string;
  /** Address, file id or fixed name: unique within the source. */
  key: string;
  url: string | null;
  fileId: string | null;
  title: string;
  language: string | null;
  status: "ready" | "failed";
  error: string | null;
  /** Of what was extracted; the same hash is not indexed again. */
  hash: string;
  characters: number;
  passageCount: number;
  /** 1: deleted by a person and kept out of later syncs. */
  excluded: number;
  /** 0: a person switched it off: it is synced on, and its passages are out of the index. */
  enabled: number;
  /** When its author says that it came out, where a feed tells it. */
  publishedAt: number | null;
  seenInRun: string | null;
  lastFetchedAt: number;
  lastChangedAt: number;
  /** The first version that meets this text of the page. */
  sinceVersion: number;
}

/**
 * What a page said before it changed or went away, for the versions from `sinceVersion` to `untilVersion`. Its passages
 * stay in their table under `contentId` in the place of a page, where nothing searches them; two revisions of a page
 * that say the same share them.
 */
export interface PageRevisionRow {
  organizationId: string;
  id: string;
  agentId: string;
  sourceId: string;
  key: string;
  url: string | null;
  fileId: string | null;
  title: string;
  language: string | null;
  hash: string;
  characters: number;
  passageCount: number;
  contentId: string;
  sinceVersion: number;
  untilVersion: number;
}

/** A source that was deleted while versions knew it: its pages and passages stay as they were, out of the index. */
export interface KeptSourceRow {
  organizationId: string;
  id: string;
  agentId: string;
  originId: string;
  name: string;
  /** JSON of DataSourceConfig. */
  config: string;
  sinceVersion: number;
  untilVersion: number;
}

export interface PassageRow {
  organizationId: string;
  id: string;
  sourceId: string;
  pageId: string;
  number: number;
  /** JSON list of the headings above it. */
  headings: string;
  title: string;
  text: string;
  /** JSON: page, row or line. */
  position: string;
  characters: number;
  hash: string;
  /** What a person made of it: the edit whose text it has, or that switched it off. */
  editId: string | null;
  /** 1: a person switched it off, and it is out of the index. */
  isOff: number;
  createdAt: number;
}

/**
 * What a person wrote in place of a passage, or that it is switched off, or both. It stands for every passage of the
 * page whose text at the source is `sourceText`; once none is left it is `replacedAt`, and waits to be seen.
 */
export interface PassageEditRow {
  organizationId: string;
  id: string;
  sourceId: string;
  pageId: string;
  sourceHash: string;
  sourceText: string;
  /** The same as `sourceText` where it is only switched off. */
  text: string;
  isOff: number;
  /** JSON of SavedBy. */
  savedBy: string;
  replacedAt: number | null;
}

/** How often answers to visitors had passages of a page among those found, and cited them. */
export interface PageUseRow {
  organizationId: string;
  pageId: string;
  sourceId: string;
  found: number;
  cited: number;
  lastCitedAt: number | null;
}

export interface SyncRunRow {
  organizationId: string;
  id: string;
  sourceId: string;
  jobId: string | null;
  trigger: SyncRun["trigger"];
  status: "queued" | "running" | "done" | "partly" | "failed" | "cancelled";
  /**
   * 1: the source's settings were changed while it ran; 2: a webhook told meanwhile of a change that it may have passed.
   * Another run follows its end either way.
   */
  isOutdated: number;
  /** JSON of the counts. */
  counts: string;
  error: string | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
}

export interface SyncLogRow {
  organizationId: string;
  id: string;
  runId: string;
  at: number;
  level: "info" | "warning" | "error";
  step: "find" | "fetch" | "extract" | "index" | "remove";
  page: string | null;
  message: string;
}

/** What a site said of a page's state when it was read, for asking whether it is another one. */
export interface PageFetchRow {
  organizationId: string;
  sourceId: string;
  /** The page's. */
  key: string;
  etag: string | null;
  lastModified: string | null;
  /** Deflated JSON: the addresses it links to, which a site that says "not modified" does not repeat. */
  links: Uint8Array;
}

/** What a run did to one page of its source. */
export interface SyncChangeRow {
  organizationId: string;
  runId: string;
  id: string;
  sourceId: string;
  pageId: string;
  kind: SyncChange["kind"];
  title: string;
  url: string | null;
  /** The passages that went away, and those that came in their place; null where there was or is no page. */
  before: string | null;
  after: string | null;
  /** 0: the texts are the beginnings of longer ones. */
  isWhole: number;
  at: number;
}

/** A passage that a change took out of its page, by the hash of its text. */
export interface GonePassageRow {
  organizationId: string;
  runId: string;
  changeId: string;
  pageId: string;
  hash: string;
}

/** What a run still has to read, so that a killed one continues where it was. */
export interface SyncFrontierRow {
  organizationId: string;
  runId: string;
  /** Identity of the address; `url` is what is asked for (crawl/frontier.ts). */
  key: string;
  url: string;
  position: number;
  /** Given out and not settled is still `queued`, so that a killed run reads it again. */
  state: "queued" | "done" | "failed" | "skipped";
  depth: number;
  foundFrom: string | null;
  redirects: number;
}

declare module "../database/store.ts" {
  interface Tables {
    dataSources: DataSourceRow;
    pages: PageRow;
    passages: PassageRow;
    passageEdits: PassageEditRow;
    pageUse: PageUseRow;
    syncRuns: SyncRunRow;
    syncLogs: SyncLogRow;
    syncFrontier: SyncFrontierRow;
    syncChanges: SyncChangeRow;
    pageFetches: PageFetchRow;
    gonePassages: GonePassageRow;
    pageRevisions: PageRevisionRow;
    keptSources: KeptSourceRow;
  }
}
