import { expect } from "vitest";
import { planDue } from "../../../../server/conversations/threads/sla/watchDeadlines.ts";
import { createJobs } from "../../../../server/jobs/jobs.ts";
import { getAgent, publishAgent, updateAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import type { AnyCall } from "../../../../shared/contract/call.ts";
import * as cannedReplies from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import * as contacts from "../../../../shared/contract/conversations/contacts/contacts.ts";
import * as conversations from "../../../../shared/contract/conversations/conversations.ts";
import * as customFields from "../../../../shared/contract/conversations/inbox/customFields.ts";
import * as notes from "../../../../shared/contract/conversations/messages/notes.ts";
import * as scheduledReplies from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import * as threads from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import { CallFailed, nextAddress } from "../../client.ts";
import type { TestClient } from "../../client.ts";
import type { Member } from "../../factories.ts";
import { holdReply, say as answerWith } from "../../models/modelProvider.ts";
import type { StoreKind } from "../../database/stores.ts";
import { listen, listenUntil, newClientId, newEar, say, startTalkingServer } from "../threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../threads/talks.ts";

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** A visitor, and their conversation. */
export interface Party {
  visitor: TestVisitor;
  threadId: string;
}

/** Who does something where, and which of several ways. */
export interface Scene {
  party: Party;
  other: Party;
  by: TestClient;
  pick: number;
}

export interface TeamAction {
  /** The call that does it; null where time does, or what is published. */
  of: AnyCall | null;
  /** What has to be done for it to change anything. */
  after?: string[];
  do(scene: Scene): Promise<unknown>;
}

/** Where a team and its visitors meet: an agent with two conversations, and all that is needed to do something there. */
export type Desk = ReturnType<typeof createDesk>;

/** Gives a desk that `open` starts a server for, with an owner, a colleague and a program; `restart` gives it an agent. */
export function createDesk(store: StoreKind) {
  let talk: TalkingServer;
  let colleague: Member;
  let program: TestClient;
  let agent: Agent;

  const owner = () => talk.server.as(talk.owner);
  const now = () => talk.server.clock.now();
  const params = () => ({ productId: agent.id });
  const at = ({ threadId }: Party) => ({ params: { ...params(), threadId } });
  const inOf = <T>(all: readonly T[], { pick }: Scene) => all[pick % all.length] as T;
  const contactOf = async (party: Party) => {
    const { data } = await owner().call(threads.getThread, at(party));
    return { params: { ...params(), contactId: data.contact.id } };
  };

  async function begin(): Promise<Party> {
    const visitor = await talk.openVisitor(agent);
    return { visitor, threadId: (await speak(visitor, "Hello?")).threadId };
  }

  async function speak(visitor: TestVisitor, content: string, threadId?: string) {
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    return listen(say(talk.server, visitor, { content, ...(threadId !== undefined && { threadId }) }));
  }

  const change =
    (make: (scene: Scene) => ThreadChange | Promise<ThreadChange>): TeamAction["do"] =>
    async (scene) =>
      scene.by.call(threads.updateThread, { ...at(scene.party), body: { data: await make(scene) } });
  const mine = ({ party }: Scene) => talk.server.as(party.visitor);
  const labelOf = async (name: string) =>
    (
      await owner().call(threads.createLabel, {
        params: params(),
        body: { data: { name, colour: "#336699" } },
      })
    ).data.id;
  const fieldOf = async (key: string) => {
    const data = { key, name: key, kind: "text" as const };
    await owner().call(customFields.createCustomField, { body: { data } }).catch(unlessRefused);
    return key;
  };
  const answerOf = async (party: Party) => {
    const { items } = await owner().call(threads.listMessages, at(party));
    const answer = items.findLast(({ role, kind }) => role === "assistant" && kind === "text");
    return { params: { ...at(party).params, messageId: answer?.id ?? "" } };
  };
  const questionOf = async (party: Party) => {
    const { items } = await owner().call(threads.listMessages, at(party));
    return {
      params: { ...at(party).params, messageId: items.findLast(({ role }) => role === "user")?.id ?? "" },
    };
  };
  const scheduledOf = async (party: Party) => {
    const { data } = await owner().call(scheduledReplies.listScheduledReplies, at(party));
    return { params: { ...at(party).params, scheduledReplyId: data[0]?.id ?? "" } };
  };
  const noteOf = async (scene: Scene) => {
    const data = { clientId: newClientId(), content: "Mind the tide" };
    const note = await scene.by.call(notes.createNote, { ...at(scene.party), body: { data } });
    return { params: { ...at(scene.party).params, noteId: note.data.id } };
  };
  const contactNoteOf = async (party: Party) => {
    const place = await contactOf(party);
    const { notes: kept } = (await owner().call(contacts.getContact, place)).data;
    return { params: { ...place.params, contactNoteId: kept[0]?.id ?? "" } };
  };
  const viewOf = async ({ by }: Scene) => {
    const { views } = (await by.call(threads.getThreadFilters, { params: params() })).data;
    return { params: { ...params(), viewId: views[0]?.id ?? "none" } };
  };
  const cannedOf = async ({ by }: Scene) => {
    const { data } = await by.call(cannedReplies.listCannedReplies, { params: params() });
    return { params: { ...params(), cannedReplyId: data[0]?.id ?? "" } };
  };
  const reply = async ({ by, party }: Scene) =>
    by.call(threads.sendReply, {
      ...{ ...at(party), body: { data: { clientId: newClientId(), content: "A reply" } } },
    });
  const passTime = async (ms: number) => talk.server.clock.advance(ms);
  async function publish(changes: Partial<Agent["configuration"]>) {
    const { data } = await owner().call(getAgent, { params: params() });
    const configuration = { ...data.configuration, ...changes };
    const body = { data: { revision: data.revision, configuration } };
    await owner().call(updateAgent, { params: params(), body });
    await owner().call(publishAgent, { params: params() });
  }
  /** Asks, and is told half of the answer, which then is stopped. */
  async function stopHalfway({ party: { visitor, threadId } }: Scene) {
    const held = holdReply();
    (await talk.useProvider()).script(held.reply);
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "Tell me", threadId });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    if (!ear.answer) return listen(stream);
    await held.asked;
    held.say("Half");
    await listenUntil(stream, ear, ({ text }) => text === "Half");
    const place = { params: { ...params(), threadId, messageId: ear.answer.id } };
    await talk.server.as(visitor).call(conversations.stopAnswer, place);
    return listenUntil(stream, ear, ({ end }) => end !== undefined);
  }

  function anotherProcess() {
    const bus = { publish: () => {}, subscribe: () => () => {} };
    const { store: opened } = talk.server;
    return { store: opened, jobs: createJobs({ store: opened, bus, now }), now };
  }

  /** Until all is done whose time has come. */
  async function settle(): Promise<void> {
    await planDue(anotherProcess());
    const countLeft = async () => {
      const left = talk.server.store.db
        .selectFrom("jobs")
        .select("id")
        .where("kind", "like", "conversations.%")
        .where((job) =>
          job.or([
            job("state", "=", "running"),
            job.and([job("state", "=", "queued"), job("runAt", "<=", now())]),
          ]),
        );
      const streaming = talk.server.store.db
        .selectFrom("messages")
        .select("id")
        .where("status", "=", "streaming");
      return (await left.execute()).length + (await streaming.execute()).length;
    };
    await expect.poll(countLeft).toBe(0);
  }

  async function open(): Promise<void> {
    talk = await startTalkingServer(store);
    const { organizationId } = talk.owner;
    colleague = await talk.server.createMember(organizationId, "support");
    const scopes = ["conversations.read", "conversations.reply"] as const;
    const body = { data: { name: "Till", scopes: [...scopes] } };
    const { key } = (await owner().call(createApiKey, { body })).data;
    program = talk.server.as({ address: nextAddress(), bearer: key, organizationId });
  }

  /** Gives the desk another agent, with two conversations of visitors. */
  async function restart(): Promise<[Party, Party]> {
    // Nobody asks more often than they may.
    talk.server.clock.advance(60_000);
    const guidance = [
      {
        ...{
          title: "Complaints",
          category: "handover" as const,
          text: "Offer a colleague.",
          isEnabled: true,
        },
        when: { words: ["complain*"], pages: [], audience: "everyone" as const },
      },
    ];
    const sla = { firstReplyMinutes: 30, nextReplyMinutes: 60 };
    agent = await talk.createAgent("gpt-4o", { guidance, sla });
    return [await begin(), await begin()];
  }

  return {
    get talk() {
      return talk;
    },
    get colleague() {
      return colleague;
    },
    get program() {
      return program;
    },
    ...{ open, restart, owner, now, params, at, inOf, begin, speak, change, mine },
    ...{
      labelOf,
      fieldOf,
      answerOf,
      questionOf,
      scheduledOf,
      noteOf,
      contactOf,
      contactNoteOf,
      viewOf,
      cannedOf,
    },
    ...{ reply, passTime, publish, stopHalfway, anotherProcess, settle },
  };
}

/** What is so already, or not possible now, changes nothing. */
export function unlessRefused(error: unknown): void {
  const refused = error instanceof CallFailed && [401, 403, 404, 409, 422].includes(error.status);
  if (!refused) throw error;
}
