import { statement } from "../database/statement.ts";
import type { Db, Tx } from "../database/store.ts";
import { findModelProblem } from "./findModelProblem.ts";
import type { NamedForWork } from "./findModelProblem.ts";
import type { ModelJob } from "./tables.ts";

/**
 * The model that an organization chose for a job. `chat`: what new agents are given, null for the built-in one. `code`: what
 * writes structured text, null for the one of `chat`.
 * `embedding`: what makes vectors of passages and questions, null for none. `speech`: what writes down recordings, null for
 * none.
 */
export async function readDefault(
  db: Db,
  organizationId: string,
  job: ModelJob = "chat",
): Promise<string | null> {
  const [row] = await selectDefault(db, { organizationId, job });
  return row?.model ?? null;
}

/** The one that writes, for as long as the key that leads to it is there. */
export function findDefault(db: Db, organizationId: string, job: "chat" | "code"): Promise<string | null> {
  return findUsable(db, { organizationId, job, work: "completion" });
}

/** The one that writes down what is said; of a key's own only for as long as that offers it. */
export function findSpeechDefault(db: Db, organizationId: string): Promise<string | null> {
  return findUsable(db, { organizationId, job: "speech", work: "speech" });
}

async function findUsable(
  db: Db,
  { organizationId, job, work }: Omit<NamedForWork, "value"> & { job: ModelJob },
): Promise<string | null> {
  const value = await readDefault(db, organizationId, job);
  if (value === null) return null;
  const problem = await findModelProblem(db, { organizationId, value, work });
  return problem === null ? value : null;
}

const selectDefault = statement((db, { organizationId, job }: { organizationId: string; job: ModelJob }) =>
  db
    .selectFrom("modelDefaults")
    .select("model")
    .where("organizationId", "=", organizationId)
    .where("job", "=", job),
);

/** Sets it. */
export async function writeDefault(
  tx: Tx,
  organizationId: string,
  { job, model }: { job: ModelJob; model: string | null },
): Promise<void> {
  await tx
    .deleteFrom("modelDefaults")
    .where("organizationId", "=", organizationId)
    .where("job", "=", job)
    .execute();
  if (model === null) return;
  await tx.insertInto("modelDefaults").values({ organizationId, job, model }).execute();
}
