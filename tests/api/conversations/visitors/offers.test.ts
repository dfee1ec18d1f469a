import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent, type Agent } from "../../../../shared/contract/agents/agents.ts";
import { requestPerson, sendFeedback } from "../../../../shared/contract/conversations/conversations.ts";
import {
  getWidget,
  updateWidget,
  type WidgetSettings,
} from "../../../../shared/contract/surfaces/surfaces.ts";
import { say as answerWith } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("a chat option that is off, on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  it("stops asking for a person, by the published chat or in the preview by the draft", async () => {
    const agent = await talk.createAgent();
    const [visitor, previewer] = [
      await talk.openVisitor(agent),
      await talk.openVisitor(agent, { preview: true }),
    ];
    await settle(agent, { hasPersonRequest: false });
    await ask(visitor);
    await expect(ask(previewer)).rejects.toMatchObject({ status: 422, code: "person_refused" });
    await publish(agent);
    await expect(ask(visitor)).rejects.toMatchObject({ status: 422, code: "person_refused" });
    await settle(agent, { hasPersonRequest: true });
    await ask(previewer);
    await publish(agent);
    await ask(visitor);
  });

  it("stops ratings by the published chat, but an earlier one can be withdrawn", async () => {
    const agent = await talk.createAgent();
    const visitor = await talk.openVisitor(agent);
    (await talk.useProvider()).script(answerWith("chat", ["Hi."]));
    const heard = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const rate = async (value: 1 | null) => {
      const params = { productId: agent.id, threadId: heard.threadId, messageId: heard.answer?.id ?? "" };
      return (await talk.server.as(visitor).call(sendFeedback, { params, body: { data: { value } } })).data;
    };
    await rate(1);
    await settle(agent, { hasFeedback: false });
    await rate(1);
    await publish(agent);
    await expect(rate(1)).rejects.toMatchObject({ status: 422, code: "feedback_refused" });
    expect((await rate(null)).feedback).toBeNull();
  });

  async function settle(agent: Agent, changes: Partial<WidgetSettings>) {
    const params = { productId: agent.id };
    const { data } = await talk.server.as(talk.owner).call(getWidget, { params });
    const { type: _, token: __, lastSeen: ___, savedBy: ____, ...rest } = data;
    const body = { data: { ...rest, settings: { ...data.settings, ...changes } } };
    await talk.server.as(talk.owner).call(updateWidget, { params, body });
  }

  const publish = ({ id }: Agent) =>
    talk.server.as(talk.owner).call(publishAgent, { params: { productId: id } });

  async function ask(visitor: TestVisitor) {
    const body = { data: { clientId: newClientId() } };
    await talk.server.as(visitor).call(requestPerson, { params: { productId: visitor.agentId }, body });
  }
});
