import { publishAgent } from "../../../../shared/contract/agents/agents.ts";
import * as assist from "../../../../shared/contract/conversations/messages/assist.ts";
import * as consent from "../../../../shared/contract/conversations/contacts/consent.ts";
import * as conversations from "../../../../shared/contract/conversations/conversations.ts";
import { setModelDefaults } from "../../../../shared/contract/models/modelKeys.ts";
import * as surfaces from "../../../../shared/contract/surfaces/surfaces.ts";
import * as threads from "../../../../shared/contract/conversations/threads/threads.ts";
import { planSettling } from "../../../../server/conversations/threads/resolution/settleIdle.ts";
import { planRetention } from "../../../../server/conversations/threads/retention/retention.ts";
import { recording, uploadAsVisitor } from "../files/attachments.ts";
import { signJwt } from "../../surfaces/identities.ts";
import { callTools, hear, say as answerWith } from "../../models/modelProvider.ts";
import { listen, newClientId, say } from "../threads/talks.ts";
import { dayMs, unlessRefused } from "./desk.ts";
import type { TeamAction, Desk } from "./desk.ts";

/** What visitors do in their conversations, and what time does to them. */
export function visitorActions(desk: Desk): Record<string, TeamAction> {
  const {
    owner,
    now,
    params,
    at,
    inOf,
    begin,
    speak,
    mine,
    answerOf,
    questionOf,
    passTime,
    publish,
    stopHalfway,
    anotherProcess,
  } = desk;
  return {
    write: {
      of: conversations.sendMessage,
      do: async ({ party }) => speak(party.visitor, "One more thing", party.threadId),
    },
    begin: { of: conversations.sendMessage, do: begin },
    stop: { of: conversations.stopAnswer, do: stopHalfway },
    retry: {
      ...{ of: conversations.retryAnswer, after: ["stop"] },
      do: async (scene) => {
        (await desk.talk.useProvider()).script(answerWith("chat", ["All of it."]));
        return listen(mine(scene).stream(conversations.retryAnswer, await answerOf(scene.party)));
      },
    },
    edit: {
      of: conversations.editMessage,
      do: async (scene) => {
        (await desk.talk.useProvider()).script(answerWith("chat", ["Ah."]));
        const body = { data: { content: `I meant this ${newClientId()}` } };
        const place = await questionOf(scene.party);
        return listen(mine(scene).stream(conversations.editMessage, { ...place, body }));
      },
    },
    judge: {
      of: conversations.sendFeedback,
      do: async (scene) =>
        mine(scene).call(conversations.sendFeedback, {
          ...{ ...(await answerOf(scene.party)), body: { data: { value: inOf([-1, 1] as const, scene) } } },
        }),
    },
    ask: {
      of: conversations.requestPerson,
      do: async (scene) => {
        const data = { clientId: newClientId(), threadId: scene.party.threadId };
        return mine(scene).call(conversations.requestPerson, { params: params(), body: { data } });
      },
    },
    askAgain: {
      ...{ of: conversations.requestPerson, after: ["ask"] },
      do: async (scene) => {
        await passTime(1000);
        const data = { clientId: newClientId(), threadId: scene.party.threadId };
        return mine(scene).call(conversations.requestPerson, { params: params(), body: { data } });
      },
    },
    leave: {
      ...{ of: conversations.leavePerson, after: ["ask"] },
      do: (scene) => mine(scene).call(conversations.leavePerson, at(scene.party)),
    },
    writeDown: {
      ...{ of: assist.transcribeMessage, after: ["take"] },
      do: async ({ party, by }) => {
        await owner().call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
        (await desk.talk.useProvider()).script(hear("Where is my bill?"));
        const { visitor, threadId } = party;
        const attachments = [await uploadAsVisitor(desk.talk.server, visitor, recording)];
        await listen(say(desk.talk.server, visitor, { content: "", threadId, attachments }));
        return by.call(assist.transcribeMessage, await questionOf(party));
      },
    },
    becomeDue: { of: null, after: ["ask"], do: () => passTime(16 * 60_000) },
    becomeOverdue: { of: null, after: ["ask"], do: () => passTime(31 * 60_000) },
    promise: {
      ...{ of: publishAgent, after: ["ask"] },
      do: ({ pick }) => publish({ sla: { firstReplyMinutes: 2 + pick, nextReplyMinutes: 3 + pick } }),
    },
    followRule: {
      of: conversations.sendMessage,
      do: async ({ party: { visitor, threadId } }) => {
        (await desk.talk.useProvider()).script(answerWith("chat", ["Would you like to talk to a person?"]));
        await listen(say(desk.talk.server, visitor, { content: "I complain", threadId }));
        const handOver = callTools("chat", [{ name: "ask_for_person", input: "{}" }]);
        (await desk.talk.useProvider()).script(handOver, answerWith("chat", ["Done."]));
        await listen(say(desk.talk.server, visitor, { content: "Yes please", threadId }));
      },
    },
    end: {
      of: conversations.endThread,
      do: (scene) => mine(scene).call(conversations.endThread, at(scene.party)),
    },
    rate: {
      ...{ of: conversations.rateThread, after: ["end"] },
      do: (scene) =>
        mine(scene).call(conversations.rateThread, {
          ...{ ...at(scene.party), body: { data: { score: 1 + (scene.pick % 5), remark: "So so" } } },
        }),
    },
    visitorReads: {
      ...{ of: conversations.readThread, after: ["reply"] },
      do: async (scene) => {
        const { items } = await owner().call(threads.listMessages, at(scene.party));
        const body = { data: { readTo: (items.at(-1)?.position ?? 0) + 1 } };
        return mine(scene).call(conversations.readThread, { ...at(scene.party), body });
      },
    },
    lieStill: {
      of: null,
      do: async () => {
        await passTime(dayMs + 1);
        await planSettling(anotherProcess());
      },
    },
    keepForATime: {
      of: null,
      do: async ({ other }) => {
        await passTime(8 * dayMs);
        await speak(other.visitor, "Still there?", other.threadId).catch(unlessRefused);
        await publish({ retentionDays: 7 });
        await planRetention(anotherProcess());
      },
    },
    sign: {
      of: surfaces.identifyVisitor,
      do: async (scene) => {
        const { secret } = (await owner().call(surfaces.createIdentitySecret, { params: params() })).data;
        const claims = { sub: "ada", exp: Math.floor(now() / 1000) + 600, name: "Ada" };
        const body = { data: { token: signJwt({ claims, secret }) } };
        await mine(scene).call(surfaces.identifyVisitor, { params: params(), body });
      },
    },
    tellAttributes: {
      of: surfaces.setAttributes,
      do: (scene) =>
        mine(scene).call(surfaces.setAttributes, {
          ...{ params: params(), body: { data: { plan: `Gold ${scene.pick}` } } },
        }),
    },
    sayConsent: {
      of: consent.sayConsent,
      do: (scene) => {
        const value = inOf(["denied", "granted"] as const, scene);
        const body = { data: { value, text: "May we keep this?", agoMs: 0 } };
        return mine(scene).call(consent.sayConsent, { params: params(), body });
      },
    },
    takeBackConsent: {
      ...{ of: surfaces.closeSession, after: ["sayConsent"] },
      do: (scene) =>
        mine(scene).call(surfaces.closeSession, { params: params(), query: { consent: "denied" } }),
    },
  };
}
