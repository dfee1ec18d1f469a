import { describe, expect, it } from "vitest";
import { getUsage } from "../../../shared/contract/billing/usage.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { createTestPlans, makePlan } from "../../kit/billing/plans.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { refuse, say as answerWith } from "../../kit/models/modelProvider.ts";
import { readLetter, startMailServer } from "../../kit/network/mailServer.ts";

const model = "gpt-4o-mini";
const cost = findModel(model)?.creditsPerMessage ?? 0;

describe.each(bothStores())("the credits of a plan on $name", (store) => {
  it("bound a month, tell owners of it in time, and leave the built-in model to answer", async () => {
    const mail = await startMailServer();
    const plans = createTestPlans();
    const talk = await startTalkingServer(store, {
      ...{ plans, mail: { smtpUrl: mail.url, from: "app@example.com" } },
    });
    const provider = await talk.useProvider();
    const agent = await talk.createAgent(model);
    const owner = talk.server.as(talk.owner);
    const ask = async () => {
      const visitor = await talk.openVisitor(agent);
      return (await listen(say(talk.server, visitor, { content: "What do you sell?" }))).text;
    };
    provider.script(answerWith("chat", ["From the model."]));
    await ask();
    // What was spent before the plan had a limit counts.
    const features = [
      { id: "app", units: 1 },
      { id: "credits", units: 5 * cost },
    ];
    plans.set({ plan: makePlan({ features }) });
    provider.script(refuse(401));
    await ask();
    for (let count = 2; count <= 5; count += 1) {
      provider.script(answerWith("chat", ["From the model."]));
      expect(await ask()).toBe("From the model.");
    }
    const asked = provider.requests.length;
    expect(await ask()).not.toBe("From the model.");
    expect(await ask()).not.toBe("");
    expect(provider.requests).toHaveLength(asked);
    const subjects = () => mail.letters.map((letter) => readLetter(letter).subject);
    await expect.poll(() => subjects().length).toBe(3);
    expect(
      subjects()
        .map((subject) => /used (\d+%|up)/.exec(subject)?.[1])
        .toSorted(),
    ).toEqual(["50%", "80%", "up"]);

    const { data } = await owner.call(getUsage);
    expect(data).toMatchObject({
      total: 5 * cost,
      agents: { used: 1, limit: 1 },
      credits: { used: 5 * cost, limit: 5 * cost },
      byAgent: [{ key: agent.id, credits: 5 * cost }],
      byModel: [{ key: model, credits: 5 * cost }],
      bySurface: [{ key: "widget", credits: 5 * cost }],
    });
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)?.credits).toBe(5 * cost);
    expect(data.credits.alerts.every(({ isReached }) => isReached)).toBe(true);

    const wrong = await owner.send(getUsage, { query: { from: "2020-01-01", to: "2026-01-01" } });
    expect(wrong.status).toBe(400);
  });
});
