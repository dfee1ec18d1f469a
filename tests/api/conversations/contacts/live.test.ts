import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createCannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { sayConsent } from "../../../../shared/contract/conversations/contacts/consent.ts";
import {
  addContactNote,
  updateContact,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { setAttributes } from "../../../../shared/contract/surfaces/surfaces.ts";
import { createThreadView } from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { sendReply } from "../../../../shared/contract/conversations/threads/threads.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../../kit/live/watching.ts";

describe.each(bothStores())("the team's live events about contacts, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
  });

  const owner = () => talk.server.as(talk.owner);

  it("reach no visitor, and leave out the preview", async () => {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const preview = await talk.openVisitor(agent, { preview: true });
    const watched = { server: talk.server, agentId: agent.id };
    const [team, own] = [watch(talk.owner, watched), watch(visitor, watched)];
    await Promise.all([team.ready, own.ready]);

    const params = { productId: agent.id };
    const { contactId } = visitor;
    await talk.server.as(preview).call(setAttributes, { params, body: { data: { plan: "pro" } } });
    await owner().call(addContactNote, {
      ...{ params: { ...params, contactId }, body: { data: { content: "A secret" } } },
    });
    await owner().call(updateContact, {
      ...{ params: { ...params, contactId }, body: { data: { name: "Ada" } } },
    });
    const consent = { value: "granted" as const, text: null, agoMs: 0 };
    await talk.server.as(visitor).call(sayConsent, { params, body: { data: consent } });
    const view = { name: "Mine", isShared: false, filter: {}, sort: "newest" as const };
    await owner().call(createThreadView, { params, body: { data: view } });
    const canned = { name: "hours", text: "From 9 to 5", isPersonal: true };
    await owner().call(createCannedReply, { params, body: { data: canned } });
    const data = { clientId: newClientId(), content: "The last word" };
    await owner().call(sendReply, { params: { ...params, threadId }, body: { data } });

    const isLast = (events: Parameters<typeof isMessage>[0][]) =>
      events.some((event) => isMessage(event, "The last word"));
    const heard = await own.until(isLast);
    expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(["ready", "thread", "message"]));
    const told = await team.until(isLast);
    const people = told.flatMap((event) => (event.type === "contact" ? [event.contactId] : []));
    expect(people).toEqual([contactId, contactId, contactId]);
    expect(told.filter(({ type }) => type === "views" || type === "cannedReplies")).toHaveLength(2);
    expect(JSON.stringify(told)).not.toMatch(/A secret|hours|Mine/);
    team.stop();
    own.stop();
  });
});
