import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { Pieces } from "../../../shared/contract/agents/portable.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../find.ts";
import { keepVersion } from "../keepVersion.ts";
import type { AgentKey } from "../parts.ts";
import type { SavedBy } from "../savedBy.ts";
import type { AgentRow } from "../tables.ts";
import { checkConfiguration, saveDraft } from "../work.ts";
import type { PortableDeps } from "./deps.ts";

export interface Replacement extends AgentKey {
  by: Omit<SavedBy, "at">;
  /** The revision that the person saw. */
  revision: number;
  /** And of the look, if it was shown. */
  lookRevision: number | undefined;
  configuration: AgentConfiguration;
  pieces: Pieces;
  /** Of the import, for the backup's note. */
  title: string;
}

/**
 * Puts an import in the place of an agent's draft. The draft as it was is kept as a version; tokens, conversations and
 * what is live stay as they are, until somebody publishes.
 */
export async function replaceDraft(deps: PortableDeps, replacement: Replacement): Promise<AgentRow> {
  const { store, parts, now, findModelProblem, announce } = deps;
  const { organizationId, agentId, by, revision, lookRevision, configuration, pieces, title } = replacement;
  const key = { organizationId, agentId };
  await checkConfiguration({ organizationId, configuration, at: "body.data", findModelProblem });
  return store.transaction(async (tx) => {
    if ((await findAgent(tx, key)).revision !== revision) throw new AppError("conflict");
    const at = now();
    const note = `Before the import of “${title}”`;
    await keepVersion(tx, { ...key, reason: "backup", note, createdBy: by.userId, parts, now: at });
    const taking = { ...key, now: at, readsTexts: false, lookRevision };
    for (const part of parts) await part.take?.(tx, taking, pieces);
    const row = await saveDraft(tx, { ...key, configuration, revision, by, now: at });
    await announce(tx, key);
    return row;
  });
}
