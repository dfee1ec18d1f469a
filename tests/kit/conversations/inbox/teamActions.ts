import { vi } from "vitest";
import * as assist from "../../../../shared/contract/conversations/messages/assist.ts";
import * as customFields from "../../../../shared/contract/conversations/inbox/customFields.ts";
import { priorities } from "../../../../shared/contract/conversations/conversations.ts";
import * as notes from "../../../../shared/contract/conversations/messages/notes.ts";
import * as scheduledReplies from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { listUserGroups, removeFromGroup } from "../../../../shared/contract/accounts/teams.ts";
import * as threadChanges from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import * as threadUndo from "../../../../shared/contract/conversations/threads/threadUndo.ts";
import * as threads from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Member } from "../../factories.ts";
import { say as answerWith } from "../../models/modelProvider.ts";
import { newClientId } from "../threads/talks.ts";
import { hourMs } from "./desk.ts";
import type { TeamAction, Desk, Scene } from "./desk.ts";

/** What the team does to conversations, one at a time and many at once. */
export function teamActions(desk: Desk): Record<string, TeamAction> {
  const { owner, now, params, at, inOf, change, labelOf, fieldOf, scheduledOf, noteOf, reply, passTime } =
    desk;
  const inLanguage = async (scene: Scene) => {
    (await desk.talk.useProvider()).script(answerWith("chat", ["Bonjour."]));
    return { body: { data: { language: inOf(["fr", "de"], scene) } } };
  };
  const leavers: Member[] = [];
  return {
    take: { of: threads.updateThread, do: change(() => ({ handledBy: "human" })) },
    handBack: {
      ...{ of: threads.updateThread, after: ["take"] },
      do: change(() => ({ handledBy: "ai", note: "They want the blue one." })),
    },
    resolve: { of: threads.updateThread, do: change(() => ({ status: "resolved" })) },
    undoOne: {
      of: threadUndo.undoThreadUpdate,
      do: async (scene) => {
        const undoId = newClientId();
        const place = at(scene.party);
        await scene.by.call(threads.updateThread, {
          ...place,
          body: { data: { status: "resolved", undoId } },
        });
        await scene.by.call(threads.updateThread, { ...place, body: { data: { priority: "urgent" } } });
        await scene.by.call(threadUndo.undoThreadUpdate, { ...place, body: { data: { undoId } } });
      },
    },
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
      do: change((scene) => ({
        assigneeId: inOf([desk.talk.owner.user._id, desk.colleague.user._id], scene),
      })),
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
        const mentions = { userIds: [desk.colleague.user._id], teamIds: [] };
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
    translate: {
      of: assist.translateMessage,
      do: async (scene) => {
        const asked = { ...(await desk.questionOf(scene.party)), ...(await inLanguage(scene)) };
        for await (const _ of scene.by.stream(assist.translateMessage, asked));
      },
    },
    translateAll: {
      of: assist.translateThread,
      do: async (scene) => {
        const { items } = await owner().call(threads.listMessages, at(scene.party));
        const { language } = (await inLanguage(scene)).body.data;
        const data = { language, messageIds: items.map(({ id }) => id) };
        const asked = { ...at(scene.party), body: { data } };
        for await (const _ of scene.by.stream(assist.translateThread, asked));
      },
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
        await vi.waitUntil(hasEnded);
        await by.call(threadChanges.undoThreadChange, begun);
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
        const member = await desk.talk.server.createMember(desk.talk.owner.organizationId, "support");
        leavers.push(member);
        return { assigneeId: member.user._id };
      }),
    },
  };
}
