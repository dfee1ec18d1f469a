import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { createSkill, testSkill } from "../../../shared/contract/skills/skills.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

/** An action that computes the price of a stay. */
function stayPrice(code: string): SkillDraft {
  const nights = {
    ...{ id: "nights", type: "number" as const, label: "Nights", description: "", options: [], from: null },
    validations: { required: true },
  };
  return {
    ...{ name: "stay_price", title: "Price of a stay", description: "The visitor asks what a stay costs." },
    ...{ examples: ["What do 3 nights cost?"], inputs: [nights] },
    ...{ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 10 },
    answer: "{{nights}} nights cost {{total}} euros.",
    config: { kind: "code", code },
  };
}

describe.each(stores())("code of an action on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });
  const team = () => talk.server.as(talk.owner);

  it("answers a visitor with what it gives", async () => {
    const agent = await talk.createAgent("pilothouse-builtin");
    const params = { productId: agent.id };
    const skill = stayPrice("return { nights: inputs.nights, total: inputs.nights * 80 };");
    await team().call(createSkill, { params, body: { data: skill } });
    await team().call(publishAgent, { params });
    const visitor = await talk.openVisitor(agent);
    const answer = await listen(say(talk.server, visitor, { content: "What do 3 nights cost?" }));
    expect(answer.text).toBe("3 nights cost 240 euros.");
  });

  it("has no network, time, chance or memory of other code, and ends within its bounds in words", async () => {
    const agent = await talk.createAgent("pilothouse-builtin");
    const run = async (code: string) => {
      const data = { skill: stayPrice(code), inputs: { nights: 3 }, mode: "real" as const };
      const { picked, error } = (
        await team().call(testSkill, { params: { productId: agent.id }, body: { data } })
      ).data;
      return error ?? picked;
    };
    expect(await run("globalThis.kept = 1; return Array.kept = inputs.nights;")).toBe("3");
    const tries: [code: string, said: string][] = [
      [
        "return [typeof kept, typeof Array.kept, typeof fetch, typeof process, typeof require].join();",
        '"undefined,',
      ],
      ["return new Date();", "The time is not known here"],
      ["return new Date.prototype.constructor();", "The time is not known here"],
      ["return Math.random();", "Chance is not known here"],
      ["return (async () => 1)();", "Promises are not supported"],
      ["inputs.nights;", "End it with return"],
      ["for (;;);", "longer than one second"],
      ["return /(a+)+b/.test('a'.repeat(60));", "longer than one second"],
      ["const kept = []; for (;;) kept.push('x'.repeat(1e6) + kept.length);", "too "],
      ["const f = () => f() + 1; return f();", "stack overflow"],
      ["return 'x'.repeat(2e6);", "more than 1 MB"],
      ["return ((;", "SyntaxError"],
      ["throw 'full';", "The code failed. full"],
      ["return new Date(inputs.nights).toISOString();", '"1970-01-01T00:00:00.003Z"'],
    ];
    const said: string[] = [];
    for (const [code, expected] of tries) {
      const result = (await run(code)) ?? "";
      if (!result.includes(expected)) said.push(`${code} said ${result.slice(0, 200)}`);
    }
    expect(said).toEqual([]);
    const params = { productId: agent.id };
    const refused = await team().send(createSkill, { params, body: { data: stayPrice(" ") } });
    expect(refused.status).toBe(400);
  });
});
