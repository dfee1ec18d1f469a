import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { listSourceRows } from "./freezeSources.ts";

/** A page as one of two versions met it. */
export interface PageThen {
  originId: string;
  source: string;
  key: string;
  title: string;
  url: string | null;
  hash: string;
}

interface Between extends AgentKey {
  earlier: number;
  /** Null for what is there now. */
  later: number | null;
}

interface Differing {
  /** What only the earlier one met, and what only the later one did. */
  before: PageThen[];
  after: PageThen[];
  isWhole: boolean;
}

/** How many of each kind are read, so that two versions with nothing in common are compared quickly, too. */
const mostRead = 2000;
const endless = 2_000_000_000;

/** Pages of which the two versions do not have the same text; whatever both met is not read at all. */
export async function listDiffering(reader: Db, between: Between): Promise<Differing> {
  const { organizationId, agentId, earlier } = between;
  const later = between.later ?? endless;
  const sources = new Map<string, { originId: string; source: string; until: number }>();
  for (const { id, originId, name } of await listSourceRows(reader, between)) {
    sources.set(id, { originId: originId ?? id, source: name, until: endless });
  }
  const kept = await reader
    .selectFrom("keptSources")
    .select(["id", "originId", "name", "untilVersion"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("untilVersion", ">=", earlier)
    .execute();
  for (const { id, originId, name, untilVersion } of kept) {
    sources.set(id, { originId, source: name, until: untilVersion });
  }
  const found: (Omit<PageThen, "originId" | "source"> & {
    sourceId: string;
    since: number;
    until: number;
  })[] = [];
  let isWhole = true;
  const columns = ["key", "title", "url", "hash", "sourceId"] as const;
  for (const [sourceId, { until }] of sources) {
    const rows = await reader
      .selectFrom("pages")
      .select([...columns, "sinceVersion as since"])
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("status", "=", "ready")
      .where("hash", "!=", "")
      .where("excluded", "=", 0)
      .where("sinceVersion", "<=", later)
      // What is there to this day was met by the later one: it differs where the earlier one did not meet it.
      .$if(until >= later, (query) => query.where("sinceVersion", ">", earlier))
      .$if(until < later, (query) => query.where("sinceVersion", "<=", earlier))
      .limit(mostRead)
      .execute();
    isWhole &&= rows.length < mostRead;
    found.push(...rows.map((row) => ({ ...row, until })));
  }
  const revisions = await reader
    .selectFrom("pageRevisions")
    .select([...columns, "sinceVersion as since", "untilVersion as until"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where(({ and, or, eb }) =>
      or([
        and([
          eb("sinceVersion", "<=", earlier),
          eb("untilVersion", ">=", earlier),
          eb("untilVersion", "<", later),
        ]),
        and([
          eb("sinceVersion", ">", earlier),
          eb("sinceVersion", "<=", later),
          eb("untilVersion", ">=", later),
        ]),
      ]),
    )
    .limit(mostRead)
    .execute();
  isWhole &&= revisions.length < mostRead;
  found.push(...revisions);
  const pick = (isThere: (page: { since: number; until: number }) => boolean) =>
    found.filter(isThere).flatMap(({ sourceId, since: _since, until: _until, ...page }): PageThen[] => {
      const source = sources.get(sourceId);
      return source ? [{ ...page, originId: source.originId, source: source.source }] : [];
    });
  return {
    before: pick(({ since, until }) => since <= earlier && until >= earlier),
    after: pick(({ since, until }) => since <= later && until >= later),
    isWhole,
  };
}
