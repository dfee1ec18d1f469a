import { changeRun, findRun, lockRun, readRunSkill } from "../../actions/skills/runs.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { NamedJobKind } from "../../jobs/kinds.ts";
import type { Writer } from "../answers/writer.ts";
import type { ConversationDeps } from "../deps.ts";
import type { MessageRow } from "../tables.ts";
import { lockThread } from "../threads/find.ts";
import { readCards } from "./cards.ts";
import { expireKind } from "./expireLater.ts";
import { showEnd } from "./runAction.ts";
import { findCardMessage, showChange } from "./showChange.ts";

/** Ends what nobody decided on in time. */
export function expiringJob(deps: ConversationDeps, writer: Pick<Writer, "owner" | "start">): NamedJobKind {
  return {
    kind: expireKind,
    concurrency: 2,
    handler: async ({ organizationId, payload }) => {
      const { runId } = JSON.parse(payload) as { runId: string }; // written by expireLater
      const { store } = deps;
      const found = await findRun(store.db, { organizationId, runId });
      if (!found) return;
      const answer = await store.transaction(async (tx) => {
        const { agentId, threadId } = found;
        const thread = await lockThread(tx, { organizationId, agentId, threadId });
        const run = await lockRun(tx, { organizationId, threadId, runId });
        const now = deps.now();
        if (!run || (run.expiresAt ?? 0) > now) return null;
        if (isWithPage(run, await findCardMessage(tx, run))) {
          const late = await changeRun(tx, run, { state: "failed", error: tooLate(run), endedAt: now });
          return late ? showEnd(deps, tx, { thread, run: late, owner: writer.owner }) : null;
        }
        // Its card is gone, as the question was edited meanwhile: only a workflow can still wait for it.
        if (run.state === "running" && readRunSkill(run).config.kind === "client") {
          const unknown = await changeRun(tx, run, { state: "unknown", error: tooLate(run), endedAt: now });
          if (unknown) await deps.procedures.takeEnd(tx, { thread, run: unknown });
        }
        if (run.state !== "waiting") return null;
        const expired = await changeRun(tx, run, { state: "expired", endedAt: now });
        await showChange(deps, tx, { thread, run, changes: { state: "expired", fields: [] }, now });
        if (expired) await deps.procedures.takeEnd(tx, { thread, run: expired });
        return null;
      });
      if (answer) writer.start(answer);
    },
  };
}

/** Whether the visitor's page is to do it, or has begun to. */
function isWithPage(run: SkillRunRow, message: MessageRow | undefined): boolean {
  if (readRunSkill(run).config.kind !== "client" || !message) return false;
  const card = readCards(message).find(({ id }) => id === run.id);
  return card?.by === "page" && (run.state === "waiting" || run.state === "running");
}

function tooLate({ risk, sentAt }: Pick<SkillRunRow, "risk" | "sentAt">): string {
  if (sentAt === null) return "The visitor's page did not respond in time. Nothing was done.";
  const isDone = risk === "read" ? "" : " It may have been done anyway.";
  return `The visitor's page did not answer in time.${isDone}`;
}
