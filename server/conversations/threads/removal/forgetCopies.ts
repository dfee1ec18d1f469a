import { forgetCasesOf, listFilesWithCases } from "../../../agents/portable/exports.ts";
import type { Tx } from "../../../database/store.ts";
import type { JobRow } from "../../../jobs/tables.ts";
import type { ConversationDeps } from "../../deps.ts";
import { compactIndex } from "../../messages/search/compactIndex.ts";
import type { NamedJobKind } from "../../../jobs/kinds.ts";

const kind = "conversations.forget";

type CopyDeps = Pick<ConversationDeps, "store" | "forgetAnswers">;

interface Forgotten {
  organizationId: string;
  ids: ReadonlySet<string>;
}

/**
 * Takes test cases out of the files that the organization keeps, as of a case in a file nobody knows whose words it was made
 * from, and deletes the answers that would give such a file, or what is told of these ids, once more.
 */
export async function forgetCopies(
  { store, forgetAnswers }: CopyDeps,
  { organizationId, ids }: Forgotten,
): Promise<void> {
  const files = await listFilesWithCases(store.reader, organizationId);
  await forgetAnswers({ organizationId, ids: new Set([...ids, ...files]) });
  for (const id of files) await store.transaction((tx) => forgetCasesOf(tx, { organizationId, id }));
}

/**
 * Has that done once what these ids told is gone, whatever becomes of who deletes it: a program may have read it meanwhile.
 */
export async function forgetLater(
  { jobs, now }: Pick<ConversationDeps, "jobs" | "now">,
  tx: Tx,
  { organizationId, ids, inMs = 0 }: { organizationId: string; ids: [string, ...string[]]; inMs?: number },
): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind, key: ids[0], payload: { ids }, runAt: now() + inMs });
}

/** How many of these jobs are done at once: each one looks through all that is kept. */
const atOnce = 500;

/** Looks for what is left of words that were deleted; the jobs that wait are done with it. */
export function forgettingJob(deps: CopyDeps & Pick<ConversationDeps, "jobs">): NamedJobKind {
  const { jobs, store } = deps;
  const handler: NamedJobKind["handler"] = async (job, { signal }) => {
    const { organizationId } = job;
    const wanted = { organizationId, kind, state: "queued" as const, limit: atOnce };
    const waiting = await jobs.list(store.db, wanted);
    const ids = new Set([job, ...waiting].flatMap(idsOf));
    await forgetCopies(deps, { organizationId, ids });
    await compactIndex(store, signal);
    // One by one, so that on SQLite nobody waits long for the writer.
    for (const { id } of waiting) await store.transaction((tx) => jobs.cancel(tx, { organizationId, id }));
  };
  return { kind, handler };
}

function idsOf({ payload }: JobRow): string[] {
  return (JSON.parse(payload) as { ids: string[] }).ids; // written by forgetLater
}
