import * as cannedReplies from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import * as contacts from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { priorities } from "../../../../shared/contract/conversations/conversations.ts";
import * as initiateChat from "../../../../shared/contract/conversations/threads/initiateChat.ts";
import * as startThread from "../../../../shared/contract/conversations/threads/startThread.ts";
import * as threadViews from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { say as answerWith } from "../../models/modelProvider.ts";
import { newClientId } from "../threads/talks.ts";
import type { TeamAction, Desk } from "./desk.ts";

/** What is done to what the team keeps beside conversations (contacts, views, canned replies), and what programs begin. */
export function savedItemActions(desk: Desk): Record<string, TeamAction> {
  const { at, owner, params, contactOf, contactNoteOf, viewOf, cannedOf } = desk;
  return {
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
    startByProgram: {
      of: startThread.startThread,
      do: async () => {
        (await desk.talk.useProvider()).script(answerWith("chat", ["Hi."]));
        const data = { contact: { name: "Cy" }, clientId: newClientId(), content: "By letter" };
        await desk.program.call(startThread.startThread, { params: params(), body: { data } });
      },
    },
    waitByProgram: {
      of: startThread.startThreadForPerson,
      do: async () => {
        const data = { contact: { name: "Cy" }, clientId: newClientId() };
        await desk.program.call(startThread.startThreadForPerson, { params: params(), body: { data } });
      },
    },
    goOnByProgram: {
      of: startThread.sendForVisitor,
      do: async ({ party }) => {
        (await desk.talk.useProvider()).script(answerWith("chat", ["Hi."]));
        const data = { clientId: newClientId(), content: "By letter" };
        await desk.program.call(startThread.sendForVisitor, { ...at(party), body: { data } });
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
  };
}
