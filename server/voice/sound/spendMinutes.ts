import { callMinuteCredits } from "../../../shared/domain/speech.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import type { VoiceDeps } from "../deps.ts";

export interface SpendingCall {
  id: string;
  visitor: VisitorCaller;
  /** No budget pays for another minute. */
  onUsedUp(): void;
}

const minuteMs = 60_000;

/** Takes credits for each minute that a call begins, from the budgets of its agent; gives what ends that. */
export function spendMinutes(
  { store, spend, scheduler, report }: Pick<VoiceDeps, "store" | "spend" | "scheduler" | "report">,
  { id, visitor, onUsedUp }: SpendingCall,
): () => void {
  const { contactId, preview } = visitor;
  let minute = 0;
  let isOver = false;
  let end = () => {};

  async function take(): Promise<void> {
    minute += 1;
    const answerKey = minuteKey(id, minute);
    const agent = await findAnsweringAgent(store.db, visitor, visitor);
    if (!agent || isOver) return;
    const asker = { contactId, preview, answerKey };
    const spent = await spend({ agent, asker, credits: callMinuteCredits });
    if (isOver) return;
    if (typeof spent === "string") return onUsedUp();
    end = scheduler.after({ name: "counts a minute of a call", ms: minuteMs, work: begin });
  }

  const begin = () => void take().catch(report);
  begin();
  return () => {
    isOver = true;
    end();
  };
}

/** What a minute of a call is charged under. */
export function minuteKey(callId: string, minute: number): string {
  return `${callId}.minute${minute}`;
}
