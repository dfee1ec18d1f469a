import { expect, it } from "vitest";
import { readWorkflowSentences } from "../../../shared/contract/workflows/sentences.ts";
import { createWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { refuse, say as answerWith } from "../../kit/models/modelProvider.ts";

it.each(stores())(
  "reads plain sentences by their words and others by the agent's model on $name",
  async (store) => {
    const talk = await startTalkingServer(store);
    const team = talk.server.as(talk.owner);
    const read = async (model: string, ...sentences: string[]) => {
      const { id: agentId } = await talk.createAgent(model);
      const { data } = await team.call(createWorkflow, { body: { data: { name: "Flow", agentId } } });
      const params = { workflowId: data.id };
      return (await team.call(readWorkflowSentences, { params, body: { data: { sentences } } })).data;
    };
    expect(await read(builtinModel, "Wait 2 days.")).toMatchObject({
      steps: [{ kind: "wait", config: { seconds: 172_800 } }],
      credits: 0,
    });
    await expect(read(builtinModel, "Give it a night.")).rejects.toMatchObject({ code: "conflict" });

    const provider = await talk.useProvider();
    const made = [
      { kind: "wait", config: { until: "time", seconds: 28_800 } },
      null,
      { kind: "wait", config: { seconds: "long" } },
      { kind: "constructor", config: {} },
    ];
    provider.script(answerWith("chat", [JSON.stringify(made)]));
    const sentences = ["Give it a night.", "End.", "Be kind.", "Wait long.", "Break out."];
    const { steps, credits } = await read("gpt-4o", ...sentences);
    expect(steps).toMatchObject([
      { kind: "wait", config: { until: "time", seconds: 28_800 } },
      { kind: "end" },
      ...[null, null, null],
    ]);
    expect(credits).toBeGreaterThan(0);
    const asked = JSON.stringify(provider.requests.at(-1)?.body.messages);
    expect(asked).toContain("Give it a night.");
    expect(asked).not.toContain("End.");
    for (const reply of [answerWith("chat", ["I can't."]), refuse(400)]) {
      provider.script(reply);
      await expect(read("gpt-4o", "Give it a night.")).rejects.toMatchObject({ code: "model_failed" });
    }
  },
);
