import { pickLanguage } from "../../../../shared/domain/chatLanguages.ts";
import type { Tx } from "../../../database/store.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { GiveUp } from "../../../jobs/end.ts";
import type { NamedJobKind } from "../../../jobs/kinds.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { readTalk } from "../../answers/question.ts";
import { summarize } from "./summarize.ts";

const kind = "callSummary";

/** Sums up the conversations of calls that are over: nobody was there who could have read along. */
export function summingUpJob(deps: ConversationDeps): NamedJobKind {
  return {
    kind,
    concurrency: 2,
    async handler({ organizationId, payload }, { signal }) {
      const { callId, ...key } = JSON.parse(payload) as Payload; // written by sumUpLater
      const talk = await readTalk(deps, { organizationId, ...key });
      if (!talk) return;
      const language = pickLanguage([talk.agent.configuration.language]) ?? "en";
      const member = { userId: callId, name: "the call" };
      try {
        await summarize(deps, { talk, member, language, signal, orExtract: true });
      } catch (error) {
        // The model would be paid again for a conversation that goes on without the call.
        if (error instanceof AppError && error.code === "conflict") throw new GiveUp(error.message);
        throw error;
      }
    },
  };
}

/** The call of a conversation that is to be summed up. */
export interface SummedCall extends ThreadKey {
  callId: string;
}

type Payload = Omit<SummedCall, "organizationId">;

/** Has a conversation summed up once the transaction is committed. */
export async function sumUpLater(
  { jobs }: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { organizationId, agentId, threadId, callId }: SummedCall,
): Promise<void> {
  const payload = { agentId, threadId, callId } satisfies Payload;
  await jobs.enqueue(tx, { organizationId, kind, key: callId, payload });
}
