import { letterLanguage } from "../../accounts/letterLanguage.ts";
import { listManagers } from "../../accounts/managers.ts";
import type { Manager } from "../../accounts/managers.ts";
import type { Tx } from "../../database/store.ts";
import type { LetterKind } from "../../languages/letterWords.ts";
import { writeLetter } from "../../mail/letters.ts";
import type { LetterValues } from "../../mail/letters.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readApproval } from "../steps/wait.ts";
import type { WorkflowRow, WorkflowRunRow, WorkflowRunStepRow } from "../tables.ts";

export type TellDeps = Pick<WorkflowDeps, "events" | "mail" | "lookOrigin" | "now">;

type Named = Pick<WorkflowRow, "organizationId" | "agentId" | "id" | "name">;

/** Writes to those who decide that a run waits for them: the members it names, else owners and admins. */
export async function tellAsked(
  deps: TellDeps,
  tx: Tx,
  { run, row, byAnother }: { run: WorkflowRunRow; row: WorkflowRunStepRow; byAnother: boolean },
): Promise<void> {
  await announceRun(deps, tx, { run, what: "asks" });
  const { organizationId, workflowId: id } = run;
  const workflow = await tx
    .selectFrom("workflows")
    .select(["organizationId", "agentId", "id", "name"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!workflow) return;
  const { title, memberIds } = readApproval(row);
  const may = memberIds.length > 0 ? "conversations.reply" : "organization.update";
  const deciders = (await listManagers(tx, organizationId, may)).filter(
    ({ userId }) =>
      (memberIds.length === 0 || memberIds.includes(userId)) && !(byAnother && userId === run.startedBy),
  );
  const tab = "inbox/conversations";
  await post(deps, tx, { kind: "workflowAsks", workflow, to: deciders, tab, tabOfAll: tab, title });
}

/** Writes to owners and admins that a run failed which began by itself: nobody looks at it. */
export async function tellFailed(
  deps: TellDeps,
  tx: Tx,
  { run, workflow }: { run: WorkflowRunRow; workflow: Named },
): Promise<void> {
  await announceRun(deps, tx, { run, what: "failed" });
  const to = await listManagers(tx, run.organizationId, "organization.update");
  const tab = `workflows/${workflow.id}?view=runs&run=${run.id}`;
  await post(deps, tx, { kind: "workflowFailed", workflow, to, tab, title: run.error ?? "" });
}

/** Writes to those who may change a workflow that its failures paused it. */
export async function tellPaused(
  deps: TellDeps,
  tx: Tx,
  { workflow, count }: { workflow: Named; count: number },
): Promise<void> {
  const to = await listManagers(tx, workflow.organizationId, "workflows.update");
  const tab = `workflows/${workflow.id}`;
  await post(deps, tx, { kind: "workflowPaused", workflow, to, tab, count: String(count) });
}

/** Tells the team's open screens; an organization's own runs are read from time to time. */
export async function announceRun(
  { events, now }: TellDeps,
  tx: Tx,
  { run, what }: { run: WorkflowRunRow; what: "asks" | "decided" | "failed" },
): Promise<void> {
  const { organizationId, agentId, workflowId, id: runId } = run;
  if (agentId === null) return;
  await events.append(tx, {
    ...{ organizationId, agentId, kind: "workflow", threadId: null, contactId: null },
    ...{ audience: "team", payload: { workflowId, runId, what }, createdAt: now() },
  });
}

interface Posted extends Pick<LetterValues, "title" | "count"> {
  kind: LetterKind;
  workflow: Named;
  to: readonly Manager[];
  /** Where its button leads, below the agent. */
  tab: string;
  /** The same over all agents, for a workflow of the organization; left out where no page shows it. */
  tabOfAll?: string;
}

async function post(
  { mail, lookOrigin }: TellDeps,
  tx: Tx,
  { kind, workflow: { organizationId, agentId, name }, to, tab, tabOfAll, ...told }: Posted,
): Promise<void> {
  if (!mail.isConfigured) return;
  const origin = await lookOrigin();
  const place = agentId === null ? tabOfAll && `all/${tabOfAll}` : `${agentId}/${tab}`;
  const url = origin !== null && place ? `${origin}/accounts/${organizationId}/cp/${place}` : null;
  for (const user of to) {
    const addressee = { to: user.email, language: letterLanguage(user) };
    const values = { ...told, workflow: name, organization: user.organization, ...(url !== null && { url }) };
    await mail.post(tx, writeLetter(kind, addressee, values));
  }
}
