import { AppError } from "../../../shared/errors/errors.ts";
import { changeStep } from "../../../shared/domain/setupGuide.ts";
import type { SetupGuideItem, SetupGuideType, StepChange } from "../../../shared/domain/setupGuide.ts";
import type { Tx } from "../../database/store.ts";
import type { AgentKey } from "../parts.ts";
import type { AgentRow } from "../tables.ts";

/** The steps that an agent's row keeps. */
export function readSteps({ setupGuide }: Pick<AgentRow, "setupGuide">): SetupGuideItem[] {
  return JSON.parse(setupGuide) as SetupGuideItem[]; // written below and with a new agent
}

export interface StepUpdate {
  type: SetupGuideType;
  change: StepChange;
}

/** Changes a step where that changes anything; gives the steps as they are then, and whether they changed. */
export async function updateStep(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  { type, change }: StepUpdate,
): Promise<{ items: SetupGuideItem[]; isChanged: boolean }> {
  const row = await tx
    .selectFrom("agents")
    .select("setupGuide")
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const before = readSteps(row);
  const items = changeStep(before, type, change);
  if (items === before) return { items: before, isChanged: false };
  await tx
    .updateTable("agents")
    .set({ setupGuide: JSON.stringify(items) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", agentId)
    .execute();
  return { items: [...items], isChanged: true };
}

/** Ticks a step because what it asks for has just been done: "completed and not skipped" (specification 4). */
export async function completeStep(tx: Tx, key: AgentKey, type: SetupGuideType): Promise<void> {
  await updateStep(tx, key, { type, change: { completed: true, skipped: false } });
}
