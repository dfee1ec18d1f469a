import { describe, expect, it } from "vitest";
import { getCreditsToday } from "../../../../shared/contract/agents/agents.ts";
import { takenWithinMs } from "../../../../server/conversations/answers/lease.ts";
import { holdReply } from "../../../kit/models/modelProvider.ts";
import { startTestServer } from "../../../kit/server.ts";
import { shareStore } from "../../../kit/database/shareStore.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { beginAnswer, listenUntil, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("an answer whose process is about to end on $name", (store) => {
  it("finishes there, while the process gets no new requests", async () => {
    const talk = await startTalkingServer(store);
    const { provider, held, ear, stream } = await beginAnswer(talk, await talk.createAgent(), "Half");
    const finishing = talk.server.app.finish(60_000);
    expect((await talk.server.request("/readyz")).status).toBe(503);
    held.say(" and whole");
    held.end();
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect(ear.end).toMatchObject({ status: "sent", content: "Half and whole", generation: 0 });
    await finishing;
    expect(provider.requests).toHaveLength(1);
  });

  it("doesn't delay its process for long", async () => {
    const talk = await startTalkingServer(store);
    const { ear, stream } = await beginAnswer(talk, await talk.createAgent(), "Half");
    await talk.server.app.finish(500);
    talk.server.app.beginStop();
    expect((await stream.next()).done).toBe(true);
    expect(ear.text).toBe("Half");
  });

  describe.skipIf(store.name === "sqlite")("beside another process", () => {
    it("is handed to the other process, and read here until that one has words of it (fault 3)", async () => {
      const { talk, provider, held, ear, stream, readCredits } = await beginBesideAnother("Half");
      const charged = await readCredits();
      const anew = holdReply();
      provider.script(anew.reply);
      const finishing = talk.server.app.finish(takenWithinMs);
      await anew.asked;
      held.say(" of it");
      await listenUntil(stream, ear, ({ text }) => text === "Half of it");
      anew.say("Again");
      await listenUntil(stream, ear, ({ text }) => text === "Again");
      anew.say(" and whole");
      anew.end();
      await listenUntil(stream, ear, ({ end }) => end !== undefined);
      await finishing;
      expect(ear.end).toMatchObject({ status: "sent", content: "Again and whole", generation: 1 });
      expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
        "Bearer key-1",
        "Bearer key-2",
      ]);
      expect(charged).toBeGreaterThan(0);
      expect(await readCredits()).toBe(charged);
    });

    it("is given up here at once when it has no words yet, and charged once", async () => {
      const { talk, provider, ear, stream, readCredits } = await beginBesideAnother("");
      const charged = await readCredits();
      const anew = holdReply();
      provider.script(anew.reply);
      const finishing = talk.server.app.finish(takenWithinMs);
      await provider.closedEarly;
      await anew.asked;
      anew.say("Whole");
      anew.end();
      await listenUntil(stream, ear, ({ end }) => end !== undefined);
      await finishing;
      expect(ear.end).toMatchObject({ status: "sent", content: "Whole", generation: 1 });
      expect(charged).toBeGreaterThan(0);
      expect(await readCredits()).toBe(charged);
    });
  });

  async function beginBesideAnother(text: string) {
    const shared = await shareStore(store);
    const talk = await startTalkingServer(shared);
    const agent = await talk.createAgent();
    const begun = await beginAnswer(talk, agent, text);
    const models = { openaiApiKey: "key-2", openaiBaseUrl: "http://provider.test/v1" };
    await startTestServer({ store: shared, models, fetch: begun.provider.fetch });
    const params = { productId: agent.id };
    const readCredits = async () =>
      (await talk.server.as(talk.owner).call(getCreditsToday, { params })).data.credits;
    return { talk, readCredits, ...begun };
  }
});
