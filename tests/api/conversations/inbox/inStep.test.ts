import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as assist from "../../../../shared/contract/conversations/messages/assist.ts";
import * as attachments from "../../../../shared/contract/conversations/files/attachments.ts";
import type { AnyCall } from "../../../../shared/contract/call.ts";
import * as cannedReplies from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import * as consent from "../../../../shared/contract/conversations/contacts/consent.ts";
import * as contacts from "../../../../shared/contract/conversations/contacts/contacts.ts";
import * as conversations from "../../../../shared/contract/conversations/conversations.ts";
import * as customFields from "../../../../shared/contract/conversations/inbox/customFields.ts";
import * as initiateChat from "../../../../shared/contract/conversations/threads/initiateChat.ts";
import * as notes from "../../../../shared/contract/conversations/messages/notes.ts";
import * as removals from "../../../../shared/contract/conversations/threads/removals.ts";
import * as scheduledReplies from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import * as startThread from "../../../../shared/contract/conversations/threads/startThread.ts";
import * as surfaces from "../../../../shared/contract/surfaces/surfaces.ts";
import * as threadChanges from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import * as threads from "../../../../shared/contract/conversations/threads/threads.ts";
import * as threadUndo from "../../../../shared/contract/conversations/threads/threadUndo.ts";
import * as threadViews from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { createDesk, unlessRefused } from "../../../kit/conversations/inbox/desk.ts";
import type { Party } from "../../../kit/conversations/inbox/desk.ts";
import { inboxOf } from "../../../kit/conversations/inbox/inboxModel.ts";
import { savedItemActions } from "../../../kit/conversations/inbox/savedItemActions.ts";
import { removalActions } from "../../../kit/conversations/inbox/removalActions.ts";
import { teamActions } from "../../../kit/conversations/inbox/teamActions.ts";
import { visitorActions } from "../../../kit/conversations/inbox/visitorActions.ts";
import { nameOf } from "../../../kit/safety/matrix/rows.ts";
import { rounds } from "../../../kit/rounds.ts";
import { sampled } from "../../../kit/sampled.ts";
import { bothStores } from "../../../kit/database/stores.ts";

/** They change nothing that the inbox's list or a conversation shows, or nothing that is kept. */
const unseen: AnyCall[] = [
  ...[attachments.initTeamAttachment, conversations.initAttachment],
  ...[conversations.tellVisitorTyping, threads.tellTyping],
  ...[assist.draftReply, assist.rewriteReply, assist.summarizeThread, assist.translateReply],
  contacts.exportContact,
  // How often one was used orders a menu that is not to move under anybody's finger.
  cannedReplies.countCannedReply,
  // It ends what changes them; what it changed is told of one by one.
  threadChanges.cancelThreadChange,
];

describe.each(bothStores())("an open inbox, on $name", (store) => {
  const desk = createDesk(store);
  const { owner, params, at, settle, begin } = desk;
  const actions = {
    ...teamActions(desk),
    ...visitorActions(desk),
    ...savedItemActions(desk),
    ...removalActions(desk),
  };
  const { openInbox, snapshot } = inboxOf(desk);
  let parties: [Party, Party];
  beforeAll(desk.open);
  beforeEach(async () => {
    parties = await desk.restart();
  });

  it("has an action in this test for each call that changes what it shows", () => {
    const modules = [
      ...[assist, attachments, cannedReplies, consent, contacts, conversations, customFields],
      ...[
        initiateChat,
        notes,
        removals,
        scheduledReplies,
        startThread,
        threadChanges,
        threadUndo,
        threadViews,
        threads,
      ],
    ].flatMap((one) => Object.values(one) as unknown[]);
    const ofVisitors = [surfaces.closeSession, surfaces.identifyVisitor, surfaces.setAttributes];
    const writes = [...modules.filter(isCall), ...ofVisitors].filter(({ method }) => method !== "GET");
    const known = new Set([...unseen, ...Object.values(actions).map(({ of }) => of)]);
    expect(writes.length).toBeGreaterThan(40);
    expect(writes.filter((one) => !known.has(one)).map(nameOf)).toEqual([]);
  });

  it.each(sampled(Object.keys(actions), { name: "actions of an inbox", count: 25 }))(
    "shows live what a reload shows: %s",
    async (name) => {
      const scene = { party: parties[0], other: parties[1], by: owner(), pick: 1 };
      const before = (one: string): string[] =>
        (actions[one]?.after ?? []).flatMap((first) => [...before(first), first]);
      for (const first of before(name)) await actions[first]?.do(scene);
      await settle();
      const inbox = await openInbox();
      const was = structuredClone(inbox.model);
      await actions[name]?.do(scene);
      const shown = await inbox.takeAll();
      if (name !== "makeField" && name !== "changeField") expect(shown).not.toEqual(was);
      expect(shown).toEqual(await snapshot());
      inbox.close();
    },
  );

  it("is the same from a snapshot and later events as from a fresh snapshot, after any actions", async () => {
    const inbox = await openInbox();
    const anyAction = fc.record({
      ...{ who: fc.boolean(), turned: fc.boolean(), pick: fc.nat(20) },
      // Who waits for weeks between two deeds is signed out, and a file's address is another one each day.
      name: fc.constantFrom(
        ...Object.keys(actions).filter((name) => name !== "keepForATime" && name !== "writeDown"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 6 }), async (chosen) => {
        for (const { who, turned, pick, name } of chosen) {
          const [party, other] = turned ? parties : [parties[1], parties[0]];
          const by = desk.talk.server.as(who ? desk.colleague : desk.talk.owner);
          await actions[name]?.do({ party, other, by, pick }).catch(unlessRefused);
          // Nobody writes or asks more often than they may.
          desk.talk.server.clock.advance(15_000);
        }
        expect(await inbox.takeAll()).toEqual(await snapshot());
        parties = [await stillThere(parties[0]), await stillThere(parties[1])];
      }),
      rounds({ some: 10, whole: 40 }),
    );
    inbox.close();
  }, 180_000);

  /** Whoever was erased, or was away for too long, is followed by somebody new. */
  async function stillThere(party: Party): Promise<Party> {
    const { status } = await owner().send(threads.getThread, at(party));
    const own = await desk.talk.server
      .as(party.visitor)
      .send(conversations.listVisitorThreads, { params: params() });
    return status === 200 && own.status === 200 ? party : begin();
  }
});

function isCall(exported: unknown): exported is AnyCall {
  return typeof exported === "object" && exported !== null && "family" in exported;
}
