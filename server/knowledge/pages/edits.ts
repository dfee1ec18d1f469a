import type { Db, Tx } from "../../database/store.ts";
import { hashText } from "../passages/splitIntoPassages.ts";
import type { Passage } from "../passages/splitIntoPassages.ts";
import type { PageRow, PassageEditRow } from "../tables.ts";
import type { PageToStore } from "../sync/pageToStore.ts";

/** A passage as it is stored: the source's own, or what a person made of it. */
export interface StoredPassage extends Passage {
  editId?: string;
  isOff?: boolean;
}

/** A document with its edits in it, and the edits whose passages are gone. */
export interface EditedDocument {
  document: Omit<PageToStore["document"], "passages"> & { passages: StoredPassage[] };
  replaced: PassageEditRow[];
}

/** The edits of a page that hold; with `all` also those that were replaced and not seen yet. */
export function listEdits(
  db: Db,
  { organizationId, sourceId, id }: Pick<PageRow, "organizationId" | "sourceId" | "id">,
  { all = false }: { all?: boolean } = {},
): Promise<PassageEditRow[]> {
  return db
    .selectFrom("passageEdits")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("pageId", "=", id)
    .$if(!all, (query) => query.where("replacedAt", "is", null))
    .orderBy("id")
    .execute();
}

/**
 * Puts edits in the place of the passages that they are of. The hash tells the edited text from the source's own, and
 * begins with the source's, so that it can be had back (`sourceHashOf`).
 */
export function applyEdits(
  document: PageToStore["document"],
  edits: readonly PassageEditRow[],
): EditedDocument {
  if (edits.length === 0) return { document, replaced: [] };
  const byHash = new Map(edits.map((edit) => [edit.sourceHash, edit]));
  const used = new Set<PassageEditRow>();
  let { characters } = document;
  const passages = document.passages.map((passage): StoredPassage => {
    const edit = byHash.get(passage.hash);
    if (!edit) return passage;
    used.add(edit);
    const { id: editId, text, sourceText } = edit;
    characters += text.length - passage.text.length;
    const hash = text === sourceText ? passage.hash : hashText(text);
    return { ...passage, text, hash, editId, isOff: edit.isOff === 1 };
  });
  const marks = [...used].map(({ sourceHash, text, isOff }) => `${isOff ? "off " : ""}${sourceHash} ${text}`);
  const hash = used.size === 0 ? document.hash : `${document.hash}+${hashText(marks.join("\n"))}`;
  return {
    document: { ...document, passages, characters, hash },
    replaced: edits.filter((edit) => !used.has(edit)),
  };
}

/**
 * A page as a version met it, in its own words: a restore opens nothing, so what is off now stays off, whether it has the
 * source's text there or what was written since. No edit is overtaken by it.
 */
export function keepOff(document: PageToStore["document"], edits: readonly PassageEditRow[]): EditedDocument {
  const off = edits
    .filter(({ isOff }) => isOff === 1)
    .flatMap((edit) => [
      { ...edit, text: edit.sourceText },
      { ...edit, sourceText: edit.text, sourceHash: hashText(edit.text) },
    ]);
  return { ...applyEdits(document, off), replaced: [] };
}

/** Says of edits that the text which they stood for is gone. */
export async function replaceEdits(
  tx: Tx,
  { organizationId }: { organizationId: string },
  { edits, now }: { edits: readonly PassageEditRow[]; now: number },
): Promise<void> {
  if (edits.length === 0) return;
  const ids = edits.map(({ id }) => id);
  await tx
    .updateTable("passageEdits")
    .set({ replacedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
}

/** The hash of what the source itself says. */
export function sourceHashOf({ hash }: Pick<PageRow, "hash">): string {
  return hash.split("+")[0] ?? hash;
}
