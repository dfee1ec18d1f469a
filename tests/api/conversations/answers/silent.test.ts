import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { retryAnswer } from "../../../../shared/contract/conversations/conversations.ts";
import { getReceipt } from "../../../../shared/contract/conversations/threads/threads.ts";
import { say as answerWith, replyAndHang } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("a visitor whose provider goes silent on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    const modelLimits = { firstByteMs: 2000, betweenBytesMs: 500 };
    talk = await startTalkingServer(store, { modelLimits });
    agent = await talk.createAgent();
  });

  const answerOf = ({ threadId, answer }: Heard) => ({
    params: { productId: agent.id, threadId, messageId: answer?.id ?? "" },
  });

  it("is answered by the built-in model when the silence comes before the first word, as the receipt says (fault 15)", async () => {
    const provider = await talk.useProvider();
    provider.script(replyAndHang("chat", []));
    const visitor = await talk.openVisitor(agent);
    const heard = await listen(say(talk.server, visitor, { content: "Hello" }));
    expect(heard.end).toMatchObject({ status: "sent", error: null });
    await provider.closedEarly;
    const { data } = await talk.server.as(talk.owner).call(getReceipt, answerOf(heard));
    expect(data).toMatchObject({ model: "pilothouse-builtin", credits: 0, fallback: { model: "gpt-4o" } });
  });

  it("keeps the text so far when the silence comes in the middle, is told so, and can try again (fault 15)", async () => {
    const provider = await talk.useProvider();
    provider.script(replyAndHang("chat", ["Half an ans"]));
    const visitor = await talk.openVisitor(agent);
    const heard = await listen(say(talk.server, visitor, { content: "Hello" }));
    expect(heard.end).toMatchObject({
      ...{ status: "failed", content: "Half an ans", error: { code: "model_timeout" } },
    });
    await provider.closedEarly;
    provider.script(answerWith("chat", ["The whole answer."]));
    const again = await listen(talk.server.as(visitor).stream(retryAnswer, answerOf(heard)));
    expect(again.text).toBe("The whole answer.");
  });
});
