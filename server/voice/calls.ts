import { longestCallMs } from "../../shared/domain/call.ts";
import { startCall } from "../../shared/contract/voice/voice.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { VoiceWays } from "./deps.ts";
import { endCallsOfSession, newCall } from "./rows.ts";
import { openCallSpeech } from "./services/openCallSpeech.ts";
import { makeTicket } from "./ticket.ts";

/** The calls by which a call begins. */
export function voiceRoutes(deps: VoiceWays): Route[] {
  const { store, now } = deps;

  return [
    handle(startCall, async ({ caller, params, body }) => {
      const { organizationId, agentId, contactId, sessionId, surfaceType, preview } = caller;
      if (params.productId !== agentId) throw new AppError("not_found");
      const offer = await deps.findCallOffer(caller);
      if (!offer.isOn)
        throw new AppError("forbidden", { message: "This agent doesn't take calls. Write instead." });
      const { threadId, newThreadId, language, speech } = body.data;
      const isRecorded = body.data.isRecorded && offer.isRecorded && speech === "server";
      if (speech === "server" && !(await openCallSpeech(deps, organizationId, offer.voice)))
        throw new AppError("forbidden", {
          message: "The agent can't hear you at the moment. Write instead.",
        });
      if (!preview && !(await deps.hasPlan(organizationId, agentId))) throw new AppError("plan_limit");
      const at = now();
      const id = newId(at);
      await store.transaction(async (tx) => {
        // A visitor has one call at a time: the tab that began the last one has it.
        await endCallsOfSession(deps, tx, { organizationId, sessionId, now: at });
        await tx
          .insertInto("calls")
          .values(
            newCall({
              ...{ organizationId, id, agentId, contactId, sessionId, surfaceType },
              ...{ preview: preview ? 1 : 0, language, state: "waiting", startedAt: null, now: at },
            }),
          )
          .execute();
      });
      const wantsAvatar = body.data.wantsAvatar && !isRecorded;
      const going = { threadId, newThreadId, speech, isRecorded, wantsAvatar };
      const ticket = makeTicket(deps, { organizationId, callId: id, ...going });
      return { data: { callId: id, ticket, longestMs: longestCallMs, isRecorded } };
    }),
  ];
}
