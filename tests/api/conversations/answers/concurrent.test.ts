import { describe, expect, it, vi } from "vitest";
import { listVisitorMessages } from "../../../../shared/contract/conversations/conversations.ts";
import type { Reply } from "../../../kit/models/modelProvider.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { listenUntil, newEar, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";

/** More than are stored with one statement. */
const atOnce = 60;

describe.each(bothStores())("answers written at the same time on $name", (store) => {
  it("store their text while all of them grow, no matter how many there are", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent();
    const provider = await talk.useProvider();
    const endless = speakOnAndOn();
    provider.script(endless.reply);
    const visitors = await talk.openVisitors(agent, atOnce);
    const begun = await Promise.all(
      visitors.map(async (visitor) => {
        const stream = say(talk.server, visitor, { content: "Tell me" });
        const ear = await listenUntil(stream, newEar(), ({ text }) => text !== "");
        return { visitor, stream, ear };
      }),
    );
    for (const { visitor, ear } of begun) {
      const params = { productId: agent.id, threadId: ear.threadId };
      await vi.waitFor(async () => {
        const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
        expect(items.at(-1)).toMatchObject({ status: "streaming", content: expect.stringMatching(/^word/) });
      });
    }
    endless.end();
    for (const { stream, ear } of begun) await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect(begun.filter(({ ear }) => ear.end?.status !== "sent" || ear.end.content !== ear.text)).toEqual([]);
  });
});

/** Answers that go on until they are told to end. */
function speakOnAndOn(): { reply: Reply; end(): void } {
  const ends = new Set<() => void>();
  const reply: Reply = (response) => {
    const write = (delta: object, finish: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
      response.write(`data: ${JSON.stringify({ ...head, choices })}\n\n`);
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => write({ content: "word " }), 20);
    const end = () => {
      clearInterval(timer);
      write({}, "stop");
      response.end("data: [DONE]\n\n");
    };
    ends.add(end);
    response.on("close", () => clearInterval(timer));
  };
  return { reply, end: () => ends.forEach((end) => end()) };
}
