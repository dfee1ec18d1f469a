import type { ConnectedConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { AccessLost, ProviderFault } from "./faults.ts";
import type { Visitor } from "./visitor.ts";
import { ParseError } from "../parsing/ParseError.ts";
import { failPage } from "../sync/failPage.ts";
import { findFetch, keepFetch, readLinks } from "../sync/pageFetches.ts";
import { findPage } from "../sync/pageRows.ts";
import { ownerOf, type Reading } from "../sync/reading.ts";
import { stopRun } from "../sync/stopRun.ts";
import { keepUnread, storePage } from "../sync/storePage.ts";

/** After how many pages segments are merged, so that a large source can be asked well while it is still read. */
const mergeEvery = 25;

/**
 * Reads what was chosen at a provider. Gives whether all of it was met, so that what was not is gone. An access that is
 * lost ends the run with that word, and what was read before stays.
 */
export async function readConnected(reading: Reading, config: ConnectedConfig): Promise<boolean> {
  const { connected, record, signal, now } = reading;
  try {
    const access = await connected.openFor(record.key.organizationId, config, signal);
    const only = reading.only && (await listKeys(reading, reading.only));
    const { items, maxItems, kind } = config;
    const walk = { access, items, only, maxItems, visitor: createVisitor(reading), signal, now };
    return await connected.providers[kind].walk(walk);
  } catch (error) {
    signal.throwIfAborted();
    const isTold =
      error instanceof AccessLost || error instanceof ProviderFault || error instanceof EgressError;
    if (!isTold) throw error;
    await stopRun(reading, error.message, { level: "error", step: "find", page: null });
    return false;
  }
}

/** What is tried again is named by its address, or by its key where it has none. */
async function listKeys({ store, record }: Reading, only: readonly string[]): Promise<string[]> {
  const rows = await store.db
    .selectFrom("pages")
    .select("key")
    .where("organizationId", "=", record.key.organizationId)
    .where("sourceId", "=", record.key.sourceId)
    .where((page) => page.or([page("url", "in", only), page("key", "in", only)]))
    .execute();
  return rows.map(({ key }) => key);
}

function createVisitor(reading: Reading): Visitor {
  const { store, record, parser, search } = reading;
  const owner = ownerOf(record);
  let stored = 0;
  return {
    setFound: (found) => record.set({ found }),

    async keepKnown(key, stamp) {
      const fetched = await findFetch(store, { ...owner, key });
      if (fetched?.etag !== stamp) return null;
      const page = await findPage(store.db, record, key);
      // A run that was killed has counted it.
      if (page?.seenInRun !== record.key.runId) await keepUnread(reading, key);
      return readLinks(store, { ...owner, key });
    },

    async take({ key, url, title, name, contentType, kind, bytes, stamp, links }) {
      try {
        const parsed = await parser.parse({ name, contentType, bytes, ...(kind && { kind }) }, reading);
        await storePage(reading, { key, url, fileId: null, document: { ...parsed, title } });
        await keepFetch(store, { ...owner, key }, { etag: stamp, lastModified: null, links });
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        await failPage(reading, { key, url, fileId: null, title, reason: error.message, step: "extract" });
      }
      stored += 1;
      if (stored % mergeEvery === 0) await search.merge(owner);
    },

    refuse: ({ key, url, title }, reason) =>
      failPage(reading, { key, url, fileId: null, title, reason, step: "fetch" }),

    leaveOut: ({ title }, message) =>
      record.noteAlone({ skipped: 1 }, { level: "info", step: "find", page: title, message }),

    note: (message) => record.noteAlone({}, { level: "warning", step: "find", page: null, message }),
  };
}
