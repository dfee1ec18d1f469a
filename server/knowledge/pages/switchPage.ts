import { AppError } from "../../../shared/errors/errors.ts";
import type { Store, Tx } from "../../database/store.ts";
import { findPage, lockSource, type SourceKey } from "../find.ts";
import { removePassages, writeSegment } from "../retrieval/indexPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import { findLanguage } from "../retrieval/terms/findLanguage.ts";
import { listNumbers, touchPage } from "../sync/pageRows.ts";
import type { PageRow } from "../tables.ts";
import { selectPassages } from "./listPassages.ts";

interface Switching {
  store: Store;
  search: SearchPool;
  key: SourceKey;
  pageId: string;
}

/** The writer is held for no longer than this many passages take. */
const passagesAtOnce = 300;

/**
 * Takes a page out of the index, or puts it back. Its passages get new numbers either way: a number that was taken out
 * of the index once never counts again, and a search that is under way finds nothing under the old ones.
 */
export async function switchPage({ store, search, key, pageId }: Switching, isOn: boolean): Promise<void> {
  const page = await store.transaction(async (tx) => {
    const there = await findPage(tx, await lockSource(tx, key), pageId);
    if (there.enabled === Number(isOn)) return null;
    if (!isOn) {
      const numbers = await listNumbers(tx, there);
      await removePassages(tx, { organizationId: key.organizationId, sourceId: key.sourceId, numbers });
      await touchPage(tx, there, { enabled: 0 });
    } else if (there.status === "ready" && there.hash === "") {
      throw new AppError("conflict", { message: "This page is being read. Try again in a moment." });
    }
    await renumber(tx, there);
    return there;
  });
  if (page && isOn) await index({ store, search, key, pageId }, page);
}

/** All numbers of a source are below the next one, so the moved ones meet none that is there. */
async function renumber(tx: Tx, page: PageRow): Promise<void> {
  const numbers = await listNumbers(tx, page);
  const first = numbers[0];
  const last = numbers.at(-1);
  if (first === undefined || last === undefined) return;
  const { organizationId, sourceId } = page;
  const { nextNumber } = await tx
    .updateTable("dataSources")
    .set((set) => ({ nextNumber: set("nextNumber", "+", last - first + 1) }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .returning("nextNumber")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("passages")
    .set((set) => ({ number: set("number", "+", nextNumber - 1 - last) }))
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("pageId", "=", page.id)
    .execute();
}

/** Puts the passages into the index, in steps; one that was overtaken by a sync begins again. */
async function index({ store, search, key, pageId }: Switching, page: PageRow): Promise<void> {
  const { organizationId, sourceId } = key;
  const passages = await selectPassages(store.db, page)
    .select(["number", "title", "headings", "text"])
    .where("isOff", "=", 0)
    .orderBy("number")
    .execute();
  const language = findLanguage(
    passages.map(({ text }) => text),
    page.language,
  );
  const steps = Math.max(1, Math.ceil(passages.length / passagesAtOnce));
  for (let step = 0; step < steps; step++) {
    const some = passages.slice(step * passagesAtOnce, (step + 1) * passagesAtOnce);
    const indexed = some.map(({ headings, ...rest }) => ({
      ...rest,
      language,
      headings: JSON.parse(headings) as string[], // by storePage
    }));
    const segment = await search.encode({ passages: indexed }, key);
    const isOurs = await store.transaction(async (tx) => {
      const there = await findPage(tx, await lockSource(tx, key), pageId);
      if (there.enabled === 1) return true;
      if (there.hash !== page.hash) return false;
      if (some.length > 0) await writeSegment(tx, { organizationId, sourceId, segment });
      if (step === steps - 1) await touchPage(tx, there, { enabled: 1 });
      return true;
    });
    if (!isOurs) return switchPage({ store, search, key, pageId }, true);
  }
  await search.merge({ organizationId, sourceId });
}
