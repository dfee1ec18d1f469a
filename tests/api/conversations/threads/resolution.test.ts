import { beforeAll, describe, expect, it } from "vitest";
import { planSettling } from "../../../../server/conversations/threads/resolution/settleIdle.ts";
import { createJobs } from "../../../../server/jobs/jobs.ts";
import { summarizeThread } from "../../../../shared/contract/conversations/messages/assist.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  endThread,
  leavePerson,
  rateThread,
  requestPerson,
  sendFeedback,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  getThread,
  listThreads,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Resolution } from "../../../../shared/domain/resolution.ts";
import type { GuidanceRule } from "../../../../shared/domain/guidance.ts";
import { callTools, say as answerWith } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";
import { watch } from "../../../kit/live/watching.ts";

const dayMs = 24 * 60 * 60 * 1000;
const notFound = "I did not find an answer to this in the pages I know.";

interface Party {
  visitor: TestVisitor;
  at: { params: { productId: string; threadId: string } };
  answerId: string;
}

describe.each(bothStores())("the resolution of a conversation on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });

  const owner = () => talk.server.as(talk.owner);
  const look = async ({ at }: Party) => (await owner().call(getThread, at)).data.resolution;
  const end = ({ visitor, at }: Party) => talk.server.as(visitor).call(endThread, at);

  async function begin(answered = "Two years."): Promise<Party> {
    (await talk.useProvider()).script(answerWith("chat", [answered]));
    const visitor = await talk.openVisitor(agent);
    const { threadId, end: answer } = await listen(say(talk.server, visitor, { content: "How long?" }));
    return { visitor, at: { params: { productId: agent.id, threadId } }, answerId: answer?.id ?? "" };
  }

  /** Gives the answer to a further question. */
  async function goOn({ visitor, at }: Party, answered: string): Promise<Party> {
    (await talk.useProvider()).script(answerWith("chat", [answered]));
    const { threadId } = at.params;
    const { end: answer } = await listen(say(talk.server, visitor, { content: "Really?", threadId }));
    return { visitor, at, answerId: answer?.id ?? "" };
  }

  async function rate({ visitor, at }: Party, score: number | null) {
    const data = score === null ? null : { score };
    await talk.server.as(visitor).call(rateThread, { ...at, body: { data } });
  }

  async function judge({ visitor, at, answerId }: Party, value: 1 | -1 | null) {
    const params = { ...at.params, messageId: answerId };
    await talk.server.as(visitor).call(sendFeedback, { params, body: { data: { value } } });
  }

  async function ask({ visitor, at: { params } }: Party) {
    const data = { clientId: newClientId(), threadId: params.threadId };
    await talk.server.as(visitor).call(requestPerson, { params, body: { data } });
  }

  it("is empty while it is open, assumed when it ended, and empty again when its visitor writes", async () => {
    const party = await begin();
    expect(await look(party)).toBe(null);
    await end(party);
    expect(await look(party)).toMatchObject({ is: "assumed", reason: "ended", at: expect.any(Number) });
    await goOn(party, "Yes.");
    expect(await look(party)).toBe(null);
  });

  it("follows the visitor's rating, each time it changes", async () => {
    const party = await begin();
    await end(party);
    const said: [number | null, Resolution][] = [
      [5, "confirmed"],
      [1, "negative"],
      [3, "assumed"],
      [null, "assumed"],
    ];
    for (const [score, is] of said) {
      await rate(party, score);
      expect(await look(party)).toMatchObject({ is });
    }
  });

  it("follows the latest answer with a thumb", async () => {
    const party = await begin();
    await judge(party, -1);
    expect(await look(party)).toBe(null);
    await end(party);
    expect(await look(party)).toMatchObject({ is: "negative", reason: "badAnswer" });
    await judge(party, 1);
    expect(await look(party)).toMatchObject({ is: "confirmed", reason: "goodAnswer" });
    await judge(party, null);
    expect(await look(party)).toMatchObject({ is: "assumed" });
  });

  it("is negative when the agent's last message says that it found no answer", async () => {
    const party = await begin(notFound);
    expect(await look(party)).toBe(null);
    await end(party);
    expect(await look(party)).toMatchObject({ is: "negative", reason: "notFound" });
    await judge(party, 1);
    expect(await look(party)).toMatchObject({ is: "confirmed", reason: "goodAnswer" });
  });

  it.each([
    [`${"You asked about the warranty of a lamp. ".repeat(5)}Unfortunately I could not find it.`, "negative"],
    ["From **Repairs**:\n\n> If you cannot find the serial number, look below the foot.", "assumed"],
    ["Water damage is not covered by the warranty.", "assumed"],
  ])("depends on the whole of the last answer: %s", async (answered, is) => {
    const party = await begin(answered);
    await end(party);
    expect(await look(party)).toMatchObject({ is });
  });

  it("ignores a thumb given before the visitor's next question", async () => {
    const praised = await begin();
    await judge(praised, 1);
    const failed = await goOn(praised, notFound);
    await end(praised);
    expect(await look(praised)).toMatchObject({ is: "negative", reason: "notFound" });
    await judge(praised, null);
    await judge(praised, 1);
    expect(await look(praised)).toMatchObject({ is: "negative", reason: "notFound" });
    await judge(failed, 1);
    expect(await look(praised)).toMatchObject({ is: "confirmed", reason: "goodAnswer" });

    const complained = await begin();
    await judge(complained, -1);
    await goOn(complained, "Yes.");
    await end(complained);
    expect(await look(complained)).toMatchObject({ is: "assumed" });
    await judge(complained, 1);
    await judge(complained, -1);
    expect(await look(complained)).toMatchObject({ is: "negative", reason: "badAnswer" });
  });

  it("ignores a rating given before the visitor's next question", async () => {
    const party = await begin();
    await end(party);
    await rate(party, 5);
    expect(await look(party)).toMatchObject({ is: "confirmed", reason: "goodRating" });
    await goOn(party, notFound);
    expect(await look(party)).toBe(null);
    await end(party);
    expect(await look(party)).toMatchObject({ is: "negative", reason: "notFound" });
    await rate(party, 4);
    expect(await look(party)).toMatchObject({ is: "confirmed", reason: "goodRating" });
  });

  it("is escalated once a person was asked for, even when the visitor continued with the agent", async () => {
    const party = await begin();
    await ask(party);
    const first = await look(party);
    expect(first).toMatchObject({ is: "escalated", reason: "person" });
    await talk.server.as(party.visitor).call(leavePerson, party.at);
    await end(party);
    await rate(party, 5);
    expect(await look(party)).toEqual(first);
  });

  it("is escalated when somebody takes over, and the team sees it at once", async () => {
    const party = await begin();
    const team = watch(talk.owner, { server: talk.server, agentId: agent.id });
    await team.ready;
    await owner().call(updateThread, { ...party.at, body: { data: { handledBy: "human" } } });
    const events = await team.until((all) => all.some(({ type }) => type === "thread"));
    expect(events.find(({ type }) => type === "thread")).toMatchObject({
      thread: { resolution: { is: "escalated" } },
    });
    team.stop();
  });

  describe("after a rule about handing over", () => {
    const rule: GuidanceRule = {
      ...{ title: "Pass complaints on", category: "handover", text: "Offer a colleague.", isEnabled: true },
      when: { words: ["complain*"], pages: [], audience: "everyone" },
    };
    let guided: Agent;
    beforeAll(async () => {
      guided = await talk.createAgent("gpt-4o", { guidance: [rule] });
    });

    const handOver = callTools("chat", [{ name: "ask_for_person", input: "{}" }]);
    async function talkOf(content: string, threadId?: string): Promise<Party> {
      const visitor = threadId && last ? last.visitor : await talk.openVisitor(guided);
      const heard = await listen(say(talk.server, visitor, { content, ...(threadId && { threadId }) }));
      const at = { params: { productId: guided.id, threadId: heard.threadId } };
      return (last = { visitor, at, answerId: heard.end?.id ?? "" });
    }
    let last: Party | undefined;
    const answer = async (...replies: Parameters<Awaited<ReturnType<typeof talk.useProvider>>["script"]>) =>
      (await talk.useProvider()).script(...replies);

    it.each([
      ["presses the button", (party: Party) => ask(party)],
      [
        "accepts it and later returns to the agent",
        async (party: Party) => {
          await answer(handOver, answerWith("chat", ["Done."]));
          await talkOf("Yes please", party.at.params.threadId);
          await talk.server.as(party.visitor).call(leavePerson, party.at);
          await answer(answerWith("chat", ["Two years."]));
          await talkOf("How long?", party.at.params.threadId);
        },
      ],
    ])("is procedure when the visitor %s", async (_, go) => {
      await answer(answerWith("chat", ["Would you like to talk to a person?"]));
      const party = await talkOf("I complain of this");
      expect(await look(party)).toBe(null);
      await go(party);
      expect(await look(party)).toMatchObject({ is: "procedure", reason: "rule" });
      await end(party);
      await rate(party, 1);
      expect(await look(party)).toMatchObject({ is: "procedure" });
    });

    it("is escalated when another question came between, or somebody took over unasked", async () => {
      await answer(answerWith("chat", ["Would you like to talk to a person?"]));
      const asked = await talkOf("I complain of this");
      await talkOf("How long?", asked.at.params.threadId);
      await ask(asked);
      const taken = await talkOf("I complain of this");
      await owner().call(updateThread, { ...taken.at, body: { data: { handledBy: "human" } } });
      for (const party of [asked, taken])
        expect(await look(party)).toMatchObject({ is: "escalated", reason: "person" });
    });
  });

  it("is assumed after a day of silence, except for snoozed conversations, and filters the list", async () => {
    const idle = await begin();
    const complained = await begin();
    await judge(complained, -1);
    const failed = await begin();
    await judge(failed, 1);
    await goOn(failed, notFound);
    const asleep = await begin();
    const snoozedUntil = talk.server.clock.now() + 30 * dayMs;
    await owner().call(updateThread, { ...asleep.at, body: { data: { status: "snoozed", snoozedUntil } } });
    talk.server.clock.advance(dayMs + 1);
    const fresh = await begin();
    await planSettling({ store: talk.server.store, jobs: queue(), now: talk.server.clock.now });
    await expect.poll(() => look(idle)).toMatchObject({ is: "assumed", reason: "idle" });
    await expect.poll(() => look(complained)).toMatchObject({ is: "negative" });
    const isFailed = { is: "negative", reason: "notFound" };
    await expect.poll(() => look(failed)).toMatchObject(isFailed);
    expect(await Promise.all([look(asleep), look(fresh)])).toEqual([null, null]);
    const listed = async (resolution: Resolution) => {
      const params = { productId: agent.id };
      const { items } = await owner().call(listThreads, { params, query: { resolution } });
      return items.map(({ id }) => id);
    };
    expect(await listed("assumed")).toContain(idle.at.params.threadId);
    expect(await listed("assumed")).not.toContain(complained.at.params.threadId);
    expect(await listed("negative")).toContain(complained.at.params.threadId);
    // Whoever reads it in short changes nothing.
    await owner().call(summarizeThread, { ...idle.at, body: { data: { language: "en" } } });
    expect(await look(idle)).toMatchObject({ is: "assumed", reason: "idle" });
  });

  /** Queues as another process would; the server's own does the work. */
  function queue() {
    const bus = { publish: () => {}, subscribe: () => () => {} };
    return createJobs({ store: talk.server.store, bus, now: talk.server.clock.now });
  }
});
