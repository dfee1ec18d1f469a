import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { planSettling } from "../../server/conversations/resolution/settleIdle.ts";
import { planRetention } from "../../server/conversations/retention/retention.ts";
import { planDue } from "../../server/conversations/sla/watchDue.ts";
import { createJobs } from "../../server/jobs/jobs.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents.ts";
import type { Agent } from "../../shared/contract/agents.ts";
import { createApiKey } from "../../shared/contract/apiKeys.ts";
import * as assist from "../../shared/contract/assist.ts";
import * as attachments from "../../shared/contract/attachments.ts";
import * as cannedReplies from "../../shared/contract/cannedReplies.ts";
import type { CannedReply } from "../../shared/contract/cannedReplies.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import * as consent from "../../shared/contract/consent.ts";
import * as contacts from "../../shared/contract/contacts.ts";
import type { ContactDetail } from "../../shared/contract/contacts.ts";
import * as conversations from "../../shared/contract/conversations.ts";
import { priorities } from "../../shared/contract/conversations.ts";
import type { LiveEvent, Message, Thread } from "../../shared/contract/conversations.ts";
import * as customFields from "../../shared/contract/customFields.ts";
import * as initiateChat from "../../shared/contract/initiateChat.ts";
import * as notes from "../../shared/contract/notes.ts";
import * as scheduledReplies from "../../shared/contract/scheduledReplies.ts";
import type { ScheduledReply } from "../../shared/contract/scheduledReply.ts";
import * as startThread from "../../shared/contract/startThread.ts";
import * as surfaces from "../../shared/contract/surfaces.ts";
import { listUserGroups, removeFromGroup } from "../../shared/contract/teams.ts";
import * as threadChanges from "../../shared/contract/threadChanges.ts";
import * as threads from "../../shared/contract/threads.ts";
import * as threadViews from "../../shared/contract/threadViews.ts";
import type { Label } from "../../shared/contract/conversations.ts";
import type { ThreadChange, ThreadFilters } from "../../shared/contract/threads.ts";
import { setModelDefaults } from "../../shared/contract/modelKeys.ts";
import { recording, uploadAsVisitor } from "../kit/attachments.ts";
import { CallFailed, nextAddress } from "../kit/client.ts";
import type { TestClient } from "../kit/client.ts";
import type { Member } from "../kit/factories.ts";
import { signJwt } from "../kit/identities.ts";
import { callTools, hear, holdReply, say as answerWith } from "../kit/modelProvider.ts";
import { nameOf } from "../kit/matrix/rows.ts";
import { stores } from "../kit/stores.ts";
import { listen, listenUntil, newClientId, newEar, say, startTalkingServer } from "../kit/talks.ts";
import type { TalkingServer, TestVisitor } from "../kit/talks.ts";
import { watch } from "../kit/watching.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** A visitor, and their conversation. */
interface Party {
  visitor: TestVisitor;
  threadId: string;
}

/** By which surfaces somebody can be written to is asked when somebody writes: time alone changes it. */
type KnownContact = Omit<ContactDetail, "reachableBy">;
/** How many conversations a view shows follows from these. */
type KeptViews = Pick<ThreadFilters, "startViewId"> & {
  views: Omit<ThreadFilters["views"][number], "count">[];
};

/** What the team sees of an agent's conversations, of who writes in them, and of what it keeps beside them. */
interface Model {
  threads: Map<string, Thread>;
  messages: Map<string, Message>;
  scheduled: Map<string, ScheduledReply>;
  labels: Map<string, Label>;
  contacts: Map<string, KnownContact>;
  views: KeptViews;
  canned: Map<string, Omit<CannedReply, "uses">>;
}

/** Who does something where, and which of several ways. */
interface Scene {
  party: Party;
  other: Party;
  by: TestClient;
  pick: number;
}

interface Deed {
  /** The call that does it; null where time does, or what is published. */
  of: AnyCall | null;
  /** What has to be done for it to change anything. */
  after?: string[];
  do(scene: Scene): Promise<unknown>;
}

/** They change nothing that the inbox's list or a conversation shows, or nothing that is kept. */
const unseen: AnyCall[] = [
  ...[attachments.initTeamAttachment, conversations.initAttachment],
  ...[conversations.tellVisitorTyping, threads.tellTyping],
  ...[assist.draftReply, assist.rewriteReply, assist.summariseThread],
  ...[assist.translateMessage, assist.translateReply],
  contacts.exportContact,
  // How often one was used orders a menu that is not to move under anybody's finger.
  cannedReplies.countCannedReply,
  // It ends what changes them; what it changed is told of one by one.
  threadChanges.cancelThreadChange,
];

describe.each(stores())("an inbox that is open, on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let colleague: Member;
  let program: TestClient;
  let parties: [Party, Party];
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
    const scopes = ["conversations.read", "conversations.reply"] as const;
    const { data } = await owner().call(createApiKey, {
      body: { data: { name: "Till", scopes: [...scopes] } },
    });
    const { organizationId } = talk.owner;
    program = talk.server.as({ address: nextAddress(), bearer: data.key, organizationId });
  });
  beforeEach(async () => {
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
    parties = [await begin(), await begin()];
  });

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
    (make: (scene: Scene) => ThreadChange | Promise<ThreadChange>): Deed["do"] =>
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

  const deeds: Record<string, Deed> = {
    take: { of: threads.updateThread, do: change(() => ({ handledBy: "human" })) },
    handBack: {
      ...{ of: threads.updateThread, after: ["take"] },
      do: change(() => ({ handledBy: "ai", note: "They want the blue one." })),
    },
    resolve: { of: threads.updateThread, do: change(() => ({ status: "resolved" })) },
    reopen: { of: threads.updateThread, after: ["resolve"], do: change(() => ({ status: "open" })) },
    wait: {
      of: threads.updateThread,
      do: change((scene) => ({ status: "pending", priority: inOf(priorities.slice(1), scene) })),
    },
    snooze: {
      of: threads.updateThread,
      do: change(({ pick }) => ({ status: "snoozed", snoozedUntil: now() + hourMs + pick })),
    },
    wake: { of: null, after: ["snooze"], do: () => passTime(hourMs + 100) },
    assign: {
      of: threads.updateThread,
      do: change((scene) => ({ assigneeId: inOf([talk.owner.user._id, colleague.user._id], scene) })),
    },
    unassign: { of: threads.updateThread, after: ["take"], do: change(() => ({ assigneeId: null })) },
    team: {
      of: threads.updateThread,
      do: change(async (scene) => ({
        teamId: inOf((await owner().call(listUserGroups)).items, scene)._id,
      })),
    },
    label: {
      of: threads.updateThread,
      do: change(async (scene) => ({ addLabelIds: [await labelOf(inOf(["One", "Two"], scene))] })),
    },
    unlabel: {
      ...{ of: threads.updateThread, after: ["label"] },
      do: change(async (scene) => ({ removeLabelIds: [await labelOf(inOf(["One", "Two"], scene))] })),
    },
    fill: {
      of: threads.updateThread,
      do: change(async ({ pick }) => ({ customFields: { [await fieldOf("plan")]: `Gold ${pick}` } })),
    },
    read: { of: threads.updateThread, do: change(({ pick }) => ({ read: pick % 2 === 0 })) },
    makeLabel: { of: threads.createLabel, do: ({ pick }) => labelOf(`Made ${pick}`) },
    renameLabel: {
      of: threads.updateLabel,
      do: async ({ pick }) => {
        const place = { params: { ...params(), labelId: await labelOf(`Name ${pick}`) } };
        return owner().call(threads.updateLabel, { ...place, body: { data: { colour: "#aa0000" } } });
      },
    },
    dropLabel: {
      ...{ of: threads.removeLabel, after: ["label"] },
      do: async (scene) => {
        const labelId = await labelOf(inOf(["One", "Two"], scene));
        return owner().call(threads.removeLabel, { params: { ...params(), labelId } });
      },
    },
    makeField: { of: customFields.createCustomField, do: () => fieldOf(`field_${newClientId().slice(-6)}`) },
    changeField: {
      of: customFields.updateCustomField,
      do: async ({ pick }) =>
        owner().call(customFields.updateCustomField, {
          ...{ params: { fieldKey: await fieldOf("plan") }, body: { data: { name: `Plan ${pick}` } } },
        }),
    },
    dropField: {
      ...{ of: customFields.removeCustomField, after: ["fill"] },
      do: async () =>
        owner().call(customFields.removeCustomField, { params: { fieldKey: await fieldOf("plan") } }),
    },
    reply: { of: threads.sendReply, do: reply },
    sendAndResolve: {
      of: threads.sendReply,
      do: async (scene) => {
        await reply(scene);
        await change(() => ({ status: "resolved" }))(scene);
      },
    },
    note: {
      of: notes.createNote,
      do: async ({ by, party }) => {
        const mentions = { userIds: [colleague.user._id], teamIds: [] };
        const data = { clientId: newClientId(), content: "Look at this", mentions };
        await by.call(notes.createNote, { ...at(party), body: { data } });
      },
    },
    changeNote: {
      of: notes.updateNote,
      do: async (scene) =>
        scene.by.call(notes.updateNote, { ...(await noteOf(scene)), body: { data: { content: "Mind it" } } }),
    },
    dropNote: {
      of: notes.removeNote,
      do: async (scene) => scene.by.call(notes.removeNote, await noteOf(scene)),
    },
    schedule: {
      of: scheduledReplies.createScheduledReply,
      do: async ({ by, party, pick }) => {
        const data = { clientId: newClientId(), content: "Later", sendAt: now() + hourMs + pick };
        await by.call(scheduledReplies.createScheduledReply, { ...at(party), body: { data } });
      },
    },
    sendScheduled: {
      ...{ of: scheduledReplies.sendScheduledReply, after: ["schedule"] },
      do: async ({ party, by }) => by.call(scheduledReplies.sendScheduledReply, await scheduledOf(party)),
    },
    postpone: {
      ...{ of: scheduledReplies.updateScheduledReply, after: ["schedule"] },
      do: async ({ party, by, pick }) =>
        by.call(scheduledReplies.updateScheduledReply, {
          ...{ ...(await scheduledOf(party)), body: { data: { sendAt: now() + 2 * hourMs + pick } } },
        }),
    },
    cancel: {
      ...{ of: scheduledReplies.removeScheduledReply, after: ["schedule"] },
      do: async ({ party, by }) => by.call(scheduledReplies.removeScheduledReply, await scheduledOf(party)),
    },
    sendAtItsTime: { of: null, after: ["schedule"], do: () => passTime(2 * hourMs) },
    write: {
      of: conversations.sendMessage,
      do: async ({ party }) => speak(party.visitor, "One more thing", party.threadId),
    },
    begin: { of: conversations.sendMessage, do: begin },
    stop: { of: conversations.stopAnswer, do: stopHalfway },
    retry: {
      ...{ of: conversations.retryAnswer, after: ["stop"] },
      do: async (scene) => {
        (await talk.useProvider()).script(answerWith("chat", ["All of it."]));
        return listen(mine(scene).stream(conversations.retryAnswer, await answerOf(scene.party)));
      },
    },
    edit: {
      of: conversations.editMessage,
      do: async (scene) => {
        (await talk.useProvider()).script(answerWith("chat", ["Ah."]));
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
    leave: {
      ...{ of: conversations.leavePerson, after: ["ask"] },
      do: (scene) => mine(scene).call(conversations.leavePerson, at(scene.party)),
    },
    writeDown: {
      ...{ of: assist.transcribeMessage, after: ["take"] },
      do: async ({ party, by }) => {
        await owner().call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
        (await talk.useProvider()).script(hear("Where is my bill?"));
        const { visitor, threadId } = party;
        const attachments = [await uploadAsVisitor(talk.server, visitor, recording)];
        await listen(say(talk.server, visitor, { content: "", threadId, attachments }));
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
        (await talk.useProvider()).script(answerWith("chat", ["Would you like to talk to a person?"]));
        await listen(say(talk.server, visitor, { content: "I complain", threadId }));
        const handOver = callTools("chat", [{ name: "ask_for_person", input: "{}" }]);
        (await talk.useProvider()).script(handOver, answerWith("chat", ["Done."]));
        await listen(say(talk.server, visitor, { content: "Yes please", threadId }));
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
    rename: {
      of: contacts.updateContact,
      do: async ({ by, party, pick }) =>
        by.call(contacts.updateContact, {
          ...{ ...(await contactOf(party)), body: { data: { name: `Bob ${pick}` } } },
        }),
    },
    block: {
      ...{ of: contacts.blockContact, after: ["schedule"] },
      do: async ({ by, party }) => by.call(contacts.blockContact, await contactOf(party)),
    },
    unblock: {
      ...{ of: contacts.unblockContact, after: ["block"] },
      do: async ({ by, party }) => by.call(contacts.unblockContact, await contactOf(party)),
    },
    merge: {
      of: contacts.mergeContact,
      do: async ({ by, party, other }) => {
        const { contactId } = (await contactOf(other)).params;
        const stays = await contactOf(party);
        if (contactId === stays.params.contactId) return;
        await by.call(contacts.mergeContact, { ...stays, body: { data: { contactId } } });
      },
    },
    undoMerge: {
      ...{ of: contacts.undoMerge, after: ["merge"] },
      do: async ({ by, party }) => {
        const place = await contactOf(party);
        const mergeId = (await by.call(contacts.getContact, place)).data.merges[0]?.id;
        if (mergeId) await by.call(contacts.undoMerge, { params: { ...place.params, mergeId } });
      },
    },
    noteContact: {
      of: contacts.addContactNote,
      do: async ({ by, party }) =>
        by.call(contacts.addContactNote, {
          ...{ ...(await contactOf(party)), body: { data: { content: `Call back ${newClientId()}` } } },
        }),
    },
    changeContactNote: {
      ...{ of: contacts.updateContactNote, after: ["noteContact"] },
      do: async ({ by, party }) =>
        by.call(contacts.updateContactNote, {
          ...{ ...(await contactNoteOf(party)), body: { data: { content: `Called ${newClientId()}` } } },
        }),
    },
    dropContactNote: {
      ...{ of: contacts.removeContactNote, after: ["noteContact"] },
      do: async ({ by, party }) => by.call(contacts.removeContactNote, await contactNoteOf(party)),
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
    makeView: {
      of: threadViews.createThreadView,
      do: ({ by, pick }) => {
        const filter = { priority: priorities[1 + (pick % 4)] };
        const data = {
          name: `View ${newClientId()}`,
          isShared: pick % 3 > 0,
          filter,
          sort: "newest" as const,
        };
        return by.call(threadViews.createThreadView, { params: params(), body: { data } });
      },
    },
    changeView: {
      ...{ of: threadViews.updateThreadView, after: ["makeView"] },
      do: async (scene) => {
        const data = { name: `Other ${newClientId()}`, isShared: scene.pick % 2 > 0 };
        const place = await viewOf(scene);
        return scene.by.call(threadViews.updateThreadView, { ...place, body: { data } });
      },
    },
    dropView: {
      ...{ of: threadViews.removeThreadView, after: ["makeView"] },
      do: async (scene) => scene.by.call(threadViews.removeThreadView, await viewOf(scene)),
    },
    beginWithView: {
      ...{ of: threadViews.chooseStartView, after: ["makeView"] },
      do: async (scene) => {
        const { viewId } = (await viewOf(scene)).params;
        const body = { data: { viewId } };
        return scene.by.call(threadViews.chooseStartView, { params: params(), body });
      },
    },
    makeCanned: {
      of: cannedReplies.createCannedReply,
      do: ({ by, pick }) => {
        const data = { name: `hours ${newClientId()}`, text: "From 9 to 5", isPersonal: pick % 3 === 0 };
        return by.call(cannedReplies.createCannedReply, { params: params(), body: { data } });
      },
    },
    changeCanned: {
      ...{ of: cannedReplies.updateCannedReply, after: ["makeCanned"] },
      do: async (scene) => {
        const data = { text: `From ${newClientId()} on`, isPersonal: scene.pick % 2 === 0 };
        return scene.by.call(cannedReplies.updateCannedReply, {
          ...{ ...(await cannedOf(scene)), body: { data } },
        });
      },
    },
    dropCanned: {
      ...{ of: cannedReplies.removeCannedReply, after: ["makeCanned"] },
      do: async (scene) => scene.by.call(cannedReplies.removeCannedReply, await cannedOf(scene)),
    },
    erase: {
      of: contacts.eraseContact,
      do: async ({ party }) =>
        owner().call(contacts.eraseContact, { ...(await contactOf(party)), query: { confirmed: "true" } }),
    },
    changeMany: {
      of: threadChanges.changeThreads,
      do: async ({ by, party, other, pick }) => {
        const of = { threadIds: [party.threadId, other.threadId] };
        const data = { of, change: { priority: priorities[1 + (pick % 4)] } };
        await by.call(threadChanges.changeThreads, { params: params(), body: { data } });
      },
    },
    undoMany: {
      of: threadChanges.undoThreadChange,
      do: async ({ by, party, other, pick }) => {
        const of = { threadIds: [party.threadId, other.threadId] };
        const data = { of, change: { priority: priorities[1 + (pick % 4)] } };
        const { id } = (await by.call(threadChanges.changeThreads, { params: params(), body: { data } }))
          .data;
        const begun = { params: { ...params(), threadChangeId: id } };
        const hasEnded = async () =>
          (await by.call(threadChanges.getThreadChange, begun)).data.endedAt !== null;
        await vi.waitUntil(hasEnded, { timeout: 20_000 });
        await by.call(threadChanges.undoThreadChange, begun);
      },
    },
    startByProgram: {
      of: startThread.startThread,
      do: async () => {
        (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
        const data = { contact: { name: "Cy" }, clientId: newClientId(), content: "By letter" };
        await program.call(startThread.startThread, { params: params(), body: { data } });
      },
    },
    goOnByProgram: {
      of: startThread.sendForVisitor,
      do: async ({ party }) => {
        (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
        const data = { clientId: newClientId(), content: "By letter" };
        await program.call(startThread.sendForVisitor, { ...at(party), body: { data } });
      },
    },
    writeFirst: {
      ...{ of: initiateChat.initiateChat, after: ["sign"] },
      do: async ({ by, party }) => {
        const { contactId } = (await contactOf(party)).params;
        const data = { contactId, clientId: newClientId(), content: "Hello Ada" };
        const place = { params: { ...params(), surfaceType: "widget" } };
        await by.call(initiateChat.initiateChat, { ...place, body: { data } });
      },
    },
    memberLeaves: {
      ...{ of: removeFromGroup, after: ["giveToLeaver"] },
      do: async () => {
        for (const member of leavers.splice(0)) {
          const { items } = await owner().call(listUserGroups);
          const groupId = items.find(({ role }) => role === "support")?._id ?? "";
          const place = { params: { groupId, email: member.user.email } };
          await owner().call(removeFromGroup, place);
        }
      },
    },
    giveToLeaver: {
      of: threads.updateThread,
      do: change(async () => {
        const member = await talk.server.createMember(talk.owner.organizationId, "support");
        leavers.push(member);
        return { assigneeId: member.user._id };
      }),
    },
  };
  const leavers: Member[] = [];

  it("has a deed here for each call that changes what it shows", () => {
    const modules = [
      ...[assist, attachments, cannedReplies, consent, contacts, conversations, customFields],
      ...[initiateChat, notes, scheduledReplies, startThread, threadChanges, threadViews, threads],
    ].flatMap((one) => Object.values(one) as unknown[]);
    const ofVisitors = [surfaces.closeSession, surfaces.identifyVisitor, surfaces.setAttributes];
    const writes = [...modules.filter(isCall), ...ofVisitors].filter(({ method }) => method !== "GET");
    const known = new Set([...unseen, ...Object.values(deeds).map(({ of }) => of)]);
    expect(writes.length).toBeGreaterThan(40);
    expect(writes.filter((one) => !known.has(one)).map(nameOf)).toEqual([]);
  });

  it.each(Object.keys(deeds))("is told what a fresh look shows: %s", async (name) => {
    const scene = { party: parties[0], other: parties[1], by: owner(), pick: 1 };
    const before = (one: string): string[] =>
      (deeds[one]?.after ?? []).flatMap((first) => [...before(first), first]);
    for (const first of before(name)) await deeds[first]?.do(scene);
    await settle();
    const inbox = await openInbox();
    const was = structuredClone(inbox.model);
    await deeds[name]?.do(scene);
    const shown = await inbox.takeAll();
    if (name !== "makeField" && name !== "changeField") expect(shown).not.toEqual(was);
    expect(shown).toEqual(await snapshot());
    inbox.close();
  });

  it("is the same from a snapshot and the events after it as from a fresh snapshot, whatever was done", async () => {
    const inbox = await openInbox();
    const anyDeed = fc.record({
      ...{ who: fc.boolean(), turned: fc.boolean(), pick: fc.nat(20) },
      // Who waits for weeks between two deeds is signed out, and a file's address is another one each day.
      name: fc.constantFrom(
        ...Object.keys(deeds).filter((name) => name !== "keepForATime" && name !== "writeDown"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyDeed, { minLength: 1, maxLength: 6 }), async (chosen) => {
        for (const { who, turned, pick, name } of chosen) {
          const [party, other] = turned ? parties : [parties[1], parties[0]];
          const by = talk.server.as(who ? colleague : talk.owner);
          await deeds[name]?.do({ party, other, by, pick }).catch(unlessRefused);
          // Nobody writes or asks more often than they may.
          talk.server.clock.advance(15_000);
        }
        expect(await inbox.takeAll()).toEqual(await snapshot());
        parties = [await stillThere(parties[0]), await stillThere(parties[1])];
      }),
      { numRuns: store.name === "sqlite" ? 40 : 12 },
    );
    inbox.close();
  }, 180_000);

  /** Whoever was erased, or was away for too long, is followed by somebody new. */
  async function stillThere(party: Party): Promise<Party> {
    const { status } = await owner().send(threads.getThread, at(party));
    const own = await talk.server
      .as(party.visitor)
      .send(conversations.listVisitorThreads, { params: params() });
    return status === 200 && own.status === 200 ? party : begin();
  }

  /** An inbox as a browser has it: read once, and then kept by what it is told. */
  async function openInbox() {
    // The event of its change comes after those of all that was done before it.
    const mark = await labelOf("Mark");
    const watching = watch(talk.owner, { server: talk.server, agentId: agent.id });
    await watching.ready;
    const model = await snapshot();
    let [round, heard] = [0, 0];
    return {
      model,
      close: watching.stop,
      async takeAll(): Promise<Model> {
        await settle();
        const name = `Mark ${(round += 1)}`;
        const place = { params: { ...params(), labelId: mark } };
        await owner().call(threads.updateLabel, { ...place, body: { data: { name } } });
        const isMark = (one: LiveEvent) => one.type === "label" && one.label?.name === name;
        const events = (await watching.until((all) => all.some(isMark))).slice(heard);
        heard += events.length;
        const stale = new Set<string>();
        for (const event of events) {
          contactsOf(model, event).forEach((id) => stale.add(id));
          await take(model, event);
        }
        for (const id of stale) await readAfresh(model, id);
        return model;
      },
    };
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
    await expect.poll(countLeft, { timeout: 30_000 }).toBe(0);
  }

  async function snapshot(): Promise<Model> {
    const all: Thread[] = [];
    for (let [page, total] = [1, 1]; all.length < total; page += 1) {
      const answer = await owner().call(threads.listThreads, {
        params: params(),
        query: { limit: 100, page },
      });
      all.push(...answer.items);
      total = answer.page.total;
    }
    const places = all.map(({ id }) => ({ params: { ...params(), threadId: id } }));
    const said = (await Promise.all(places.map(readAll))).flat();
    const list = (place: (typeof places)[number]) =>
      owner().call(scheduledReplies.listScheduledReplies, place);
    const scheduled = (await Promise.all(places.map(list))).flatMap(({ data }) => data);
    const labels = (await owner().call(threads.listLabels, { params: params() })).data;
    return {
      threads: byId(all),
      messages: byId(said),
      scheduled: byId(scheduled),
      labels: byId(labels.map(({ conversations: _, ...label }) => label)),
      ...{ contacts: await readContacts(), views: await readViews(), canned: await readCanned() },
    };
  }

  async function readContacts(): Promise<Map<string, KnownContact>> {
    const ids: string[] = [];
    for (let [page, total] = [1, 1]; ids.length < total; page += 1) {
      const query = { limit: 100, page };
      const answer = await owner().call(contacts.listContacts, { params: params(), query });
      ids.push(...answer.items.map(({ id }) => id));
      total = answer.page.total;
    }
    return byId((await Promise.all(ids.map(readContact))).flatMap((one) => one ?? []));
  }

  async function readContact(contactId: string): Promise<KnownContact | null> {
    const place = { params: { ...params(), contactId } };
    const answer = await owner().call(contacts.getContact, place).catch(noneIfGone);
    if (!answer) return null;
    const { reachableBy: _, ...known } = answer.data;
    return known;
  }

  async function readAfresh(model: Model, contactId: string): Promise<void> {
    const known = await readContact(contactId);
    if (known) model.contacts.set(contactId, known);
    else model.contacts.delete(contactId);
  }

  async function readViews(): Promise<KeptViews> {
    const { views, startViewId } = (await owner().call(threads.getThreadFilters, { params: params() })).data;
    return { views: views.map(({ count: _, ...view }) => view), startViewId };
  }

  async function readCanned(): Promise<Model["canned"]> {
    const { data } = await owner().call(cannedReplies.listCannedReplies, { params: params() });
    return byId(data.map(({ uses: _, ...canned }) => canned));
  }

  /** Who is to be read afresh after an event: whom it names, and whose conversation it is. */
  function contactsOf(model: Model, event: LiveEvent): string[] {
    if (event.type === "contact") return [event.contactId];
    if (event.type === "thread") return [(event.thread as Thread).contact.id]; // the team's stream
    const gone = event.type === "threadGone" ? model.threads.get(event.threadId) : undefined;
    return gone ? [gone.contact.id] : [];
  }

  async function readAll(place: ReturnType<typeof at>): Promise<Message[]> {
    const all: Message[] = [];
    for (let hasMore = true; hasMore;) {
      const before = all[0]?.position;
      const query = { limit: 100, ...(before !== undefined && { before }) };
      const page = await owner().call(threads.listMessages, { ...place, query });
      all.unshift(...page.items);
      hasMore = page.hasMore;
    }
    return all;
  }

  async function take(model: Model, event: LiveEvent): Promise<void> {
    if (event.type === "thread") model.threads.set(event.thread.id, event.thread as Thread); // the team's stream
    if (event.type === "message") model.messages.set(event.message.id, event.message);
    if (event.type === "scheduled") {
      if (event.reply) model.scheduled.set(event.replyId, event.reply);
      else model.scheduled.delete(event.replyId);
    }
    if (event.type === "threadGone") {
      model.threads.delete(event.threadId);
      for (const kept of [model.messages, model.scheduled])
        for (const [id, one] of kept) if (one.threadId === event.threadId) kept.delete(id);
    }
    if (event.type === "views") model.views = await readViews();
    if (event.type === "cannedReplies") model.canned = await readCanned();
    if (event.type === "label") {
      if (event.label) return void model.labels.set(event.labelId, event.label);
      model.labels.delete(event.labelId);
      for (const thread of model.threads.values())
        thread.labelIds = thread.labelIds.filter((id) => id !== event.labelId);
    }
    if (event.type === "customFields") {
      const { data } = await owner().call(customFields.listCustomFields, {});
      const isThere = ([key]: [string, unknown]) => data.some((field) => field.key === key);
      for (const thread of model.threads.values())
        thread.customFields = Object.fromEntries(Object.entries(thread.customFields).filter(isThere));
    }
  }
});

function byId<T extends { id: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.map((one) => [one.id, one]));
}

function isCall(exported: unknown): exported is AnyCall {
  return typeof exported === "object" && exported !== null && "family" in exported;
}

function noneIfGone(error: unknown): null {
  if (error instanceof CallFailed && error.status === 404) return null;
  throw error;
}

/** What is so already, or not possible now, changes nothing. */
function unlessRefused(error: unknown): void {
  const refused = error instanceof CallFailed && [401, 403, 404, 409, 422].includes(error.status);
  if (!refused) throw error;
}
