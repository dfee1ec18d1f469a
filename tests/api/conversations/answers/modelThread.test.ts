import { describe, expect, it } from "vitest";
import { stopAnswer } from "../../../../shared/contract/conversations/conversations.ts";
import {
  callTools,
  holdReply,
  refuse,
  say as answerWith,
  startModelProvider,
} from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("a model that runs in a thread of its own on $name", (store) => {
  it("answers, uses tools, stops, and falls back on a refusal, as a model in this thread does", async () => {
    const provider = await startModelProvider();
    const models = { openaiApiKey: "key-1", openaiBaseUrl: `${provider.url}/v1` };
    const talk = await startTalkingServer(store, { hasModelThread: true, models });
    const agent = await talk.createAgent();
    const visitor = await talk.openVisitor(agent);

    provider.script(answerWith("chat", ["Good ", "day."]));
    expect(await listen(say(talk.server, visitor, { content: "Hello" }))).toMatchObject({
      ...{ text: "Good day.", end: { status: "sent", error: null } },
    });

    provider.script(
      callTools("chat", [{ name: "ask_for_person", input: "{}" }]),
      answerWith("chat", ["I have told the team."]),
    );
    const content = "How long is the warranty? And can I talk to a human, please?";
    const handedOver = await listen(say(talk.server, visitor, { content }));
    expect(handedOver.end).toMatchObject({ status: "sent", content: "I have told the team." });

    const held = holdReply();
    provider.script(held.reply);
    const answer = say(talk.server, visitor, { content: "Hello" });
    const { value: accepted } = await answer.next();
    if (accepted?.type !== "accepted") throw new Error("It was not accepted.");
    await held.asked;
    held.say("Half an ans");
    expect((await answer.next()).value).toMatchObject({ type: "delta", text: "Half an ans" });
    const params = {
      ...{ productId: agent.id, threadId: accepted.thread.id },
      messageId: accepted.answer?.id ?? "",
    };
    await talk.server.as(visitor).call(stopAnswer, { params });
    await provider.closedEarly;

    provider.script(refuse(401));
    const { end } = await listen(say(talk.server, visitor, { content: "Hello" }));
    expect(end).toMatchObject({ status: "sent", error: null });
    expect(provider.requests).toHaveLength(5);
    await talk.server.app.stop(10_000);
  });
});
