import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { PageRow, SyncChangeRow } from "../tables.ts";

/** A passage as far as a comparison asks. */
export interface PassageText {
  headings: readonly string[];
  text: string;
  hash: string;
}

/** What a page says now, for the comparison with what it says next. */
export async function readPassageTexts(reader: Db, page: PageRow): Promise<PassageText[]> {
  const rows = await reader
    .selectFrom("passages")
    .select(["headings", "text", "hash"])
    .where("organizationId", "=", page.organizationId)
    .where("sourceId", "=", page.sourceId)
    .where("pageId", "=", page.id)
    .orderBy("number")
    .execute();
  return rows.map(({ headings, ...row }) => ({ ...row, headings: JSON.parse(headings) as string[] })); // by storePage
}

export interface Change {
  organizationId: string;
  runId: string;
  sourceId: string;
  pageId: string;
  title: string;
  url: string | null;
  /** Null where there was no page, and where it was removed. */
  before: readonly PassageText[] | null;
  after: readonly PassageText[] | null;
  at: number;
}

/** How many characters of a page's texts are kept; beyond that nobody compares by eye. */
const mostCharacters = 100_000;
const rowsAtOnce = 200;

/**
 * Writes down what a run does to a page, in the transaction that does it: the passages that go and those that come, and
 * by their hashes what answers may have cited. Of a page that is new its text is its own, and is not kept twice.
 */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  const { before, after, pageId, title, url, at, ...run } = change;
  const gone = without(before ?? [], after ?? []);
  const [was, is] = [writeText(gone), writeText(before ? without(after ?? [], before) : [])];
  const row: SyncChangeRow = {
    ...{ ...run, id: newId(at), pageId, title, url, at },
    kind: before === null ? "added" : after === null ? "removed" : "changed",
    before: before && was.slice(0, mostCharacters),
    after: before && after && is.slice(0, mostCharacters),
    isWhole: Math.max(was.length, is.length) > mostCharacters ? 0 : 1,
  };
  await tx.insertInto("syncChanges").values(row).execute();
  const hashes = [...new Set(gone.map(({ hash }) => hash))];
  for (let from = 0; from < hashes.length; from += rowsAtOnce) {
    const { organizationId, runId, id: changeId } = row;
    const rows = hashes
      .slice(from, from + rowsAtOnce)
      .map((hash) => ({ organizationId, runId, changeId, pageId, hash }));
    await tx.insertInto("gonePassages").values(rows).execute();
  }
}

function without(some: readonly PassageText[], others: readonly PassageText[]): PassageText[] {
  const hashes = new Set(others.map(({ hash }) => hash));
  return some.filter(({ hash }) => !hashes.has(hash));
}

/** Passages one below the other, each new heading above those that it stands over. */
function writeText(passages: readonly PassageText[]): string {
  let above = "";
  return passages
    .map(({ headings, text }) => {
      const heading = headings.join(" › ");
      const line = heading === above || heading === "" ? "" : `${heading}\n`;
      above = heading;
      return line + text;
    })
    .join("\n\n");
}
