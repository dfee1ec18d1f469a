import { describe, expect, it } from "vitest";
import { stores } from "../kit/stores.ts";
import { beginAnswer, listenUntil, startTalkingServer } from "../kit/talks.ts";

describe.each(stores())("an answer whose process will end on $name", (store) => {
  it("comes to its end there, while nobody new is sent", async () => {
    const talk = await startTalkingServer(store);
    const { provider, held, ear, stream } = await beginAnswer(talk, await talk.createAgent(), "Half");
    const finishing = talk.server.house.finish();
    expect((await talk.server.request("/readyz")).status).toBe(503);
    held.say(" and whole");
    held.end();
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect(ear.end).toMatchObject({ status: "sent", content: "Half and whole", generation: 0 });
    await finishing;
    expect(provider.requests).toHaveLength(1);
  });

  it("does not hold up its process for long", async () => {
    const talk = await startTalkingServer(store);
    const { ear, stream } = await beginAnswer(talk, await talk.createAgent(), "Half");
    await talk.server.house.finish();
    talk.server.house.beginStop();
    expect((await stream.next()).done).toBe(true);
    expect(ear.text).toBe("Half");
  });
});
