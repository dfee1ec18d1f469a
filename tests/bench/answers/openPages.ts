import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../server/database/openStore.ts";
import type { Store } from "../../../server/database/store.ts";
import { createRetrieve } from "../../../server/knowledge/retrievePassages.ts";
import type { Retrieve } from "../../../server/knowledge/retrieve.ts";
import { createParser } from "../../../server/knowledge/parsing/createParser.ts";
import { writeSegment } from "../../../server/knowledge/retrieval/indexPassages.ts";
import { createSearchPool } from "../../../server/knowledge/retrieval/searchPool.ts";
import { findLanguage } from "../../../server/knowledge/retrieval/terms/findLanguage.ts";
import { termsVersion } from "../../../server/knowledge/retrieval/renewTerms.ts";
import { migrateFully } from "../../kit/database/migrateFully.ts";
import type { BenchPage } from "./readFolder.ts";

export const benchAgent = { organizationId: "bench", agentId: "agent" };
const sourceId = "source";
const pagePrefix = "page-";

/** Pages that are indexed, and can be looked into. */
export interface OpenPages {
  passages: number;
  /** Gives the page that a citation names. */
  findPage(pageId: string | null): BenchPage | undefined;
  retrieve: Retrieve;
  close(): Promise<void>;
}

/** Reads pages as a sync does, and indexes them in a store of their own. */
export async function openPages(pages: readonly BenchPage[]): Promise<OpenPages> {
  const dataDir = mkdtempSync(join(tmpdir(), "pilothouse-bench-"));
  const store = await openStore({ dataDir });
  await migrateFully(store);
  const search = createSearchPool(store);
  const parser = createParser();
  await insertSource(store);
  let number = 0;
  for (const [index, page] of pages.entries()) {
    const bytes = new TextEncoder().encode(page.text);
    const url = `https://pages.example/${encodeURI(page.name)}`;
    const input = { name: page.name, bytes, kind: page.format, ...(page.format === "html" && { url }) };
    const { title, language: stated, passages, characters } = await parser.parse(input);
    const language = findLanguage(
      passages.map(({ text }) => text),
      stated,
    );
    const first = number;
    number += passages.length;
    const indexed = passages.map(({ headings, text }, at) => ({
      ...{ number: first + at, title, headings, text, language },
    }));
    const owner = { organizationId: benchAgent.organizationId, sourceId };
    const segment = await search.encode({ passages: indexed }, owner);
    const pageId = `${pagePrefix}${index}`;
    const rows = passages.map(({ headings, text, position, hash }, at) => ({
      ...{ ...owner, id: `passage-${first + at}`, pageId, number: first + at, title, text, hash },
      ...{ headings: JSON.stringify(headings), position: JSON.stringify(position) },
      ...{ characters: text.length, editId: null, isOff: 0, createdAt: 0 },
    }));
    await store.transaction(async (tx) => {
      await tx
        .insertInto("pages")
        .values({
          ...{ ...owner, id: pageId, key: page.name, url, fileId: null, title, language: stated },
          ...{ status: "ready", error: null, hash: String(index), characters, excluded: 0, enabled: 1 },
          ...{ passageCount: passages.length, publishedAt: null, seenInRun: null, sinceVersion: 0 },
          ...{ lastFetchedAt: 0, lastChangedAt: 0 },
        })
        .execute();
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await tx
          .insertInto("passages")
          .values(rows.slice(from, from + rowsAtOnce))
          .execute();
      await writeSegment(tx, { ...owner, segment });
    });
    await search.merge(owner);
  }
  await parser.close();
  return {
    passages: number,
    findPage: (pageId) => pages[Number(pageId?.slice(pagePrefix.length))],
    retrieve: createRetrieve({ store, search, models: { openEmbedder: async () => null } }),
    close: async () => {
      await search.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const rowsAtOnce = 50;

async function insertSource(store: Store): Promise<void> {
  await store.db
    .insertInto("dataSources")
    .values({
      ...{ ...benchAgent, id: sourceId, name: "Pages", kind: "files", audience: "everyone", config: "{}" },
      ...{ status: "ready", error: null, pageCount: 0, passageCount: 0, characterCount: 0, failedCount: 0 },
      ...{ nextNumber: 0, lastRunId: null, lastSyncedAt: null, sinceVersion: 0, originId: null },
      ...{ restoredVersion: null, termsVersion, feedState: null, schedule: null, nextSyncAt: null },
      ...{ webhookHash: null, webhookEnding: null, webhookCreatedAt: null, webhookUsedAt: null },
      ...{ createdAt: 0, updatedAt: 0 },
    })
    .execute();
}
