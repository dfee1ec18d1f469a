import { forgetCasesOf, listFilesWithCases } from "../../agents/portable/exports.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { compactIndex } from "../search/compactIndex.ts";

const kind = "conversations.forget";

type CopyDeps = Pick<ConversationDeps, "store" | "forgetAbout" | "forgetAnswers">;

interface Forgotten {
  organizationId: string;
  ids: ReadonlySet<string>;
}

/**
 * Takes test cases out of the files that the organisation keeps, as of a case in a file nobody knows whose words it was made
 * from, and deletes the answers that would give such a file, or what is told of these ids, once more, and what webhooks
 * took of them.
 */
export async function forgetCopies(
  { store, forgetAbout, forgetAnswers }: CopyDeps,
  { organizationId, ids }: Forgotten,
): Promise<void> {
  const files = await listFilesWithCases(store.reader, organizationId);
  await forgetAnswers({ organizationId, ids: new Set([...ids, ...files]) });
  for (const id of files) await store.transaction((tx) => forgetCasesOf(tx, { organizationId, id }));
  await store.transaction((tx) => forgetAbout(tx, { organizationId, ids: [...ids] }));
}

/** Has that done once what these ids told is gone: a program or a webhook may have read it meanwhile. */
export async function forgetLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, ids }: { organizationId: string; ids: [string, ...string[]] },
): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind, key: ids[0], payload: { ids } });
}

/** Says how the job is done that looks for what is left of words that were deleted. */
export function registerForgetting(deps: CopyDeps & Pick<ConversationDeps, "jobs">): void {
  deps.jobs.register(kind, async ({ organizationId, payload }, { signal }) => {
    const { ids } = JSON.parse(payload) as { ids: string[] }; // written by forgetLater
    await forgetCopies(deps, { organizationId, ids: new Set(ids) });
    await compactIndex(deps.store, signal);
  });
}
