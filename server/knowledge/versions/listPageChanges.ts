import type { PageChange, PageChanges } from "../../../shared/contract/agents/versions.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { listDiffering, type PageThen } from "./listDiffering.ts";

/** How many pages are named; the others are counted. */
const mostNamed = 200;

/** The pages that differ between two versions of an agent, or a version and today (`to` null), as one reads from `from`. */
export async function listPageChanges(
  reader: Db,
  { from, to, ...agent }: AgentKey & { from: number; to: number | null },
): Promise<PageChanges> {
  const isBackwards = to !== null && to < from;
  const [earlier, later] = isBackwards ? [to, from] : [from, to];
  const { before, after, isWhole } = await listDiffering(reader, { ...agent, earlier, later });
  const changes = isBackwards ? compare(after, before) : compare(before, after);
  const count = (kind: PageChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  return {
    ...{ added: count("added"), changed: count("changed"), removed: count("removed") },
    pages: changes.slice(0, mostNamed),
    isWhole,
  };
}

function compare(before: readonly PageThen[], after: readonly PageThen[]): PageChange[] {
  const was = new Map(before.map((page) => [keyOf(page), page]));
  const is = new Map(after.map((page) => [keyOf(page), page]));
  const changes: PageChange[] = [];
  for (const [key, page] of is) {
    const old = was.get(key);
    if (!old) changes.push(describe("added", page));
    else if (old.hash !== page.hash || old.title !== page.title) changes.push(describe("changed", page));
  }
  for (const [key, page] of was) if (!is.has(key)) changes.push(describe("removed", page));
  return changes.sort((one, other) => one.title.localeCompare(other.title, "en"));
}

function keyOf({ originId, key }: PageThen): string {
  return `${originId} ${key}`;
}

function describe(kind: PageChange["kind"], { title, url, source }: PageThen): PageChange {
  return { kind, title, url, source };
}
