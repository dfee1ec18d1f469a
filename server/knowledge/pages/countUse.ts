import { statement } from "../../database/statement.ts";
import type { Tx } from "../../database/store.ts";
import type {} from "../tables.ts";

/** What stood behind one answer to a visitor. */
export interface AnswerUse {
  organizationId: string;
  /** Of all passages that were found, cited or not. */
  passages: readonly { pageId: string; cited: boolean }[];
  now: number;
}

/** Counts an answer with each page behind it, once, in the transaction that stores the answer. */
export async function countUse(tx: Tx, { organizationId, passages, now }: AnswerUse): Promise<void> {
  const found = [...new Set(passages.map(({ pageId }) => pageId))];
  const cited = [...new Set(passages.filter((one) => one.cited).map(({ pageId }) => pageId))];
  if (found.length === 0) return;
  await countFound(tx, { organizationId, found });
  if (cited.length > 0) await countCited(tx, { organizationId, cited, now });
}

/** From the pages themselves: one that was deleted meanwhile has no row to count on. */
const countFound = statement((db, { organizationId, found }: { organizationId: string; found: string[] }) =>
  db
    .insertInto("pageUse")
    .columns(["organizationId", "pageId", "sourceId", "found", "cited"])
    .expression((row) =>
      row
        .selectFrom("pages")
        .select(({ lit }) => ["organizationId", "id", "sourceId", lit(1).as("found"), lit(0).as("cited")])
        .where("organizationId", "=", organizationId)
        .where("id", "in", found)
        .orderBy("id"),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "pageId"])
        .doUpdateSet((set) => ({ found: set("pageUse.found", "+", 1) })),
    ),
);

const countCited = statement((db, { organizationId, cited, now }: Cited) =>
  db
    .updateTable("pageUse")
    .set((set) => ({ cited: set("cited", "+", 1), lastCitedAt: now }))
    .where("organizationId", "=", organizationId)
    .where("pageId", "in", cited),
);

interface Cited extends Pick<AnswerUse, "organizationId" | "now"> {
  cited: string[];
}
