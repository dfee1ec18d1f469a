import {
  draftReply as draftReplyCall,
  getAssistance,
  rewriteReply,
  summarizeThread,
  transcribeMessage,
  translateMessage,
  translateReply,
  translateThread,
} from "../../../../shared/contract/conversations/messages/assist.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { handle } from "../../../requests/handle.ts";
import type { MemberCaller, Route } from "../../../requests/handle.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { findMessage, findThread } from "../../threads/find.ts";
import { presentMessage } from "../present.ts";
import { readTalk } from "../../answers/question.ts";
import { draftReply } from "./draft.ts";
import { planRewrite } from "./rewrite.ts";
import { readTeamSummary, summarize } from "./summarize.ts";
import { createTranscribeLate } from "./transcribeLate.ts";
import { planReplyTranslation } from "./translate.ts";
import { translateKept, translateMany } from "./translateKept.ts";
import { openWriters, streamWriting } from "./writer.ts";
import type { Talk } from "../../answers/talk.ts";

/** The calls by which a model helps members who write. Nothing of it is ever sent automatically. */
export function createAssistRoutes(deps: ConversationDeps): Route[] {
  const transcribeLate = createTranscribeLate(deps);
  return [
    handle(getAssistance, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      const { agent } = await findTalk(deps, key);
      const summary = readTeamSummary((await findThread(deps.store.db, key)).teamSummary);
      const [first] = await openWriters(deps, agent);
      if (!first) return { data: { writer: null, summary } };
      const { value: model, label, creditsPerMessage: credits } = first.entry;
      return { data: { writer: { model, label, credits }, summary } };
    }),

    handle(draftReplyCall, ({ caller, params, request }) =>
      draftReply(deps, { key: keyOf(caller, params), userId: caller.userId, signal: request.signal }),
    ),

    handle(rewriteReply, async ({ caller, params, body, request }) => {
      const talk = await findTalk(deps, keyOf(caller, params));
      const { userId } = caller;
      return streamWriting(deps, { talk, userId, ...planRewrite(body.data), signal: request.signal });
    }),

    handle(summarizeThread, async ({ caller, params, body, request }) => {
      const talk = await findTalk(deps, keyOf(caller, params));
      const { language } = body.data;
      return { data: await summarize(deps, { talk, member: caller, language, signal: request.signal }) };
    }),

    handle(translateMessage, async ({ caller, params, body, request }) => {
      const key = keyOf(caller, params);
      const talk = await findTalk(deps, key);
      const thread = await findThread(deps.store.db, key);
      const message = await findMessage(deps.store.db, thread, params.messageId);
      const { language } = body.data;
      return translateKept(deps, { talk, message, userId: caller.userId, language, signal: request.signal });
    }),

    handle(translateThread, async ({ caller, params, body, request }) => {
      const talk = await findTalk(deps, keyOf(caller, params));
      return translateMany(deps, { talk, userId: caller.userId, ...body.data, signal: request.signal });
    }),

    handle(transcribeMessage, async ({ caller, params }) => {
      const { messageId } = params;
      const row = await transcribeLate({ key: keyOf(caller, params), messageId, userId: caller.userId });
      return { data: presentMessage(row, deps) };
    }),

    handle(translateReply, async ({ caller, params, body, request }) => {
      const talk = await findTalk(deps, keyOf(caller, params));
      const plan = planReplyTranslation(talk, body.data.content);
      return streamWriting(deps, { talk, userId: caller.userId, ...plan, signal: request.signal });
    }),
  ];
}

async function findTalk(deps: ConversationDeps, key: ThreadKey): Promise<Talk> {
  const talk = await readTalk(deps, key);
  if (!talk) throw new AppError("not_found");
  return talk;
}

function keyOf(caller: MemberCaller, params: { productId: string; threadId: string }): ThreadKey {
  return { organizationId: caller.organizationId, agentId: params.productId, threadId: params.threadId };
}
