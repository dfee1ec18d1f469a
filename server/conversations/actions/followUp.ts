import type { DoneAction } from "../../answering/question.ts";
import { findRun, readRunInputs, readRunSkill } from "../../actions/skills/runs.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Db, Tx } from "../../database/store.ts";
import { emptyAnswer } from "../messages/emptyAnswer.ts";
import { addMessages } from "../messages/write.ts";
import { claim } from "../answers/lease.ts";
import { isAgentsTurn } from "../answers/renew.ts";
import type { ConversationDeps } from "../deps.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { findCardMessage } from "./showChange.ts";

/**
 * Adds the answer that tells what came of an action, for this process to write; null where a person has the conversation,
 * or the agent is paused: then the card alone tells it.
 */
export async function addFollowUp(
  deps: ConversationDeps,
  tx: Tx,
  { thread, run, owner, now }: { thread: ThreadRow; run: SkillRunRow; owner: string; now: number },
): Promise<MessageRow | null> {
  if (!(await isAgentsTurn(tx, thread))) return null;
  const shown = await findCardMessage(tx, run);
  const answer = { ...emptyAnswer, inReplyTo: shown?.inReplyTo ?? null, runId: run.id, ...claim(owner, now) };
  const { messages } = await addMessages(deps, tx, { thread, messages: [answer], now });
  return messages[0] ?? null;
}

/** What an answer tells of, where it tells what came of an action. */
export async function readDone(
  db: Db,
  { organizationId, runId }: Pick<MessageRow, "organizationId" | "runId">,
): Promise<DoneAction | null> {
  if (runId === null) return null;
  const run = await findRun(db, { organizationId, runId });
  const state = run && toldStates.find((one) => one === run.state);
  if (!run || !state) return null;
  return {
    skill: readRunSkill(run),
    inputs: readRunInputs(run),
    state,
    picked: run.picked,
    error: run.error,
  };
}

const toldStates: readonly DoneAction["state"][] = ["done", "failed", "declined", "unknown"];
