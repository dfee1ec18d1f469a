import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDesk, unlessRefused } from "../../../kit/conversations/inbox/desk.ts";
import type { Party } from "../../../kit/conversations/inbox/desk.ts";
import { savedItemActions } from "../../../kit/conversations/inbox/savedItemActions.ts";
import { openSlowConsole } from "../../../kit/conversations/inbox/slowConsole.ts";
import type { SlowConsole } from "../../../kit/conversations/inbox/slowConsole.ts";
import { removalActions } from "../../../kit/conversations/inbox/removalActions.ts";
import { teamActions } from "../../../kit/conversations/inbox/teamActions.ts";
import { visitorActions } from "../../../kit/conversations/inbox/visitorActions.ts";
import { rounds } from "../../../kit/rounds.ts";
import { bothStores } from "../../../kit/database/stores.ts";

/** What others do meanwhile: of each kind of change something, and nothing that takes weeks. */
const actionNames = [
  ...["take", "handBack", "resolve", "reopen", "wait", "assign", "unassign", "read", "fill"],
  ...["reply", "note", "changeNote", "dropNote", "schedule", "postpone", "sendScheduled", "cancel"],
  ...["write", "begin", "stop", "retry", "edit", "judge", "ask", "leave", "end", "rate", "visitorReads"],
  ...["rename", "changeMany"],
];
const actNames = ["open", "list", "newest", "later", "home", "change", "read"] as const;

describe.each(bothStores())("the console's inbox, on $name", (store) => {
  const desk = createDesk(store);
  const actions = {
    ...teamActions(desk),
    ...visitorActions(desk),
    ...savedItemActions(desk),
    ...removalActions(desk),
  };
  let inbox: SlowConsole;
  beforeAll(desk.open);
  beforeEach(async () => {
    await desk.restart();
    inbox = await openSlowConsole(desk);
    return () => {
      inbox.close();
      vi.unstubAllGlobals();
    };
  });

  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ action: fc.constantFrom(...actionNames), pick: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constantFrom(...actNames), pick: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ hear: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ answer: fc.nat(20) }) },
  );

  it("shows what a reload shows, no matter how late answers arrive and in what order", async () => {
    const steps = fc.array(step, { minLength: 3, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (chosen, eventsFirst) => {
        const [party, other] = [await desk.begin(), await desk.begin()];
        await desk.settle();
        await inbox.show(party);
        for (const one of chosen) {
          if ("action" in one) {
            const scene = { party, other, by: desk.owner(), pick: one.pick };
            await actions[one.action]?.do(scene).catch(unlessRefused);
            // Nobody writes or asks more often than they may.
            desk.talk.server.clock.advance(15_000);
          } else if ("act" in one) await inbox.acts[one.act](one.pick);
          else if ("answer" in one) await inbox.answer(one.answer);
          else for (let left = one.hear; left > 0; left -= 1) await inbox.hear();
        }
        await desk.settle();
        await inbox.finish(eventsFirst);
        expect(inbox.showing()).toEqual(await inbox.fresh());
      }),
      rounds({ some: 8, whole: 20 }),
    );
  }, 180_000);

  it("shows what a reload shows in every open list after events were lost", async () => {
    const parties: Party[] = [];
    for (let count = 0; count < 30; count += 1) {
      parties.push(await desk.begin());
      desk.talk.server.clock.advance(15_000);
    }
    await desk.settle();
    const [first, second, third] = parties as [Party, Party, Party];
    inbox.threadPage.size = 25;
    await inbox.show(first);
    await inbox.readList("more");
    const was = inbox.showing().list;
    expect(was).toEqual((await inbox.fresh()).list);
    const by = desk.owner();
    await actions["take"]?.do({ party: first, other: second, by, pick: 0 });
    await actions["erase"]?.do({ party: second, other: first, by, pick: 0 });
    await actions["write"]?.do({ party: third, other: first, by, pick: 0 });
    await desk.settle();
    expect(inbox.showing().list).toEqual(was);
    await inbox.readList("shown");
    expect(inbox.showing().list).toEqual((await inbox.fresh()).list);
  });
});
