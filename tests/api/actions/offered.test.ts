import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import type { SkillDraft, SkillInput } from "../../../shared/contract/skills/skills.ts";
import { createIdentitySecret, identifyVisitor } from "../../../shared/contract/surfaces/surfaces.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { signJwt } from "../../kit/surfaces/identities.ts";

const bound = (id: string, from: SkillInput["from"], attribute?: string): SkillInput => ({
  ...{ id, type: "text", label: id, description: "", options: [], validations: { required: true }, from },
  ...(attribute !== undefined && { attribute }),
});

/** Says what the server filled in. */
const whoAmI: SkillDraft = {
  ...{ name: "who_am_i", title: "Who am I", description: "Says who the visitor is." },
  ...{ examples: ["Who am I?"], enabled: true, risk: "read", verifiedOnly: false },
  ...{ oncePerConversation: false, timeoutSeconds: 5, answer: "{{said}}" },
  inputs: [bound("phone", "phone"), bound("plan", "attribute", "plan"), bound("seats", "attribute", "seats")],
  config: {
    kind: "code",
    code: "return {said: inputs.phone + ' ' + inputs.plan + ' ' + (inputs.seats + 1)}",
  },
};

describe.each(bothStores())("skills on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });
  const team = () => talk.server.as(talk.owner);

  async function createActing(skill: SkillDraft, model: string = builtinModel): Promise<Agent> {
    const agent = await talk.createAgent(model);
    const params = { productId: agent.id };
    await team().call(createSkill, { params, body: { data: skill } });
    return (await team().call(publishAgent, { params })).data;
  }

  async function startSigning(agent: Agent) {
    const params = { productId: agent.id };
    const { data } = await team().call(createIdentitySecret, { params });
    return (visitor: TestVisitor, claims: Record<string, unknown>, attrs: Record<string, string> = {}) => {
      const exp = Math.floor(Date.now() / 1000) + 60;
      const token = signJwt({ secret: data.secret, claims: { sub: "ada", exp, ...claims } });
      return talk.server.as(visitor).call(identifyVisitor, { params, body: { data: { token, attrs } } });
    };
  }

  const ask = async (visitor: TestVisitor, content: string) =>
    (await listen(say(talk.server, visitor, { content }))).text;

  it("fill inputs from the signed number and attributes, never from what a page says (F4)", async () => {
    const agent = await createActing(whoAmI);
    const identify = await startSigning(agent);
    const visitor = await talk.openVisitor(agent);
    expect(await ask(visitor, "Who am I?")).toContain("sign in");
    await identify(visitor, {}, { plan: "gold", seats: "9" });
    expect(await ask(visitor, "Who am I?")).toContain("sign in");
    await identify(visitor, { phone: "+4930123456", attrs: { plan: "team", seats: 4 } }, { plan: "gold" });
    expect(await ask(visitor, "Who am I?")).toBe("+4930123456 team 5");
    // What the site no longer signs is no longer so.
    await identify(visitor, { phone: "+4930123456", attrs: { seats: 4 } });
    expect(await ask(visitor, "Who am I?")).toContain("sign in");
  });

  it("are offered to their audience on their channels, and unknown to everybody else", async () => {
    const open: SkillDraft = {
      ...whoAmI,
      inputs: [],
      config: { kind: "code", code: "return {said: 'Ada'}" },
    };
    const verified = await createActing({ ...open, audience: "verified" });
    const identify = await startSigning(verified);
    const visitor = await talk.openVisitor(verified);
    expect(await ask(visitor, "Who am I?")).not.toMatch(/Ada|sign in/);
    await identify(visitor, {});
    expect(await ask(visitor, "Who am I?")).toBe("Ada");

    const onPhone = await createActing({ ...open, surfaces: ["call", "whatsapp"] }, "gpt-4o");
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Hello."]), answerWith("chat", ["Hello."]));
    await ask(await talk.openVisitor(onPhone), "Who am I?");
    expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain("who_am_i");
    const everywhere = await createActing({ ...open, surfaces: ["widget"] }, "gpt-4o");
    await ask(await talk.openVisitor(everywhere), "Who am I?");
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("who_am_i");
  });

  it("refuse an attribute without a name, a name without it, and a choice of no channel", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    const send = (skill: SkillDraft) => team().send(createSkill, { params, body: { data: skill } });
    expect((await send({ ...whoAmI, inputs: [bound("plan", "attribute")] })).status).toBe(400);
    expect((await send({ ...whoAmI, inputs: [bound("plan", null, "plan")] })).status).toBe(400);
    expect((await send({ ...whoAmI, surfaces: [] })).status).toBe(400);
  });
});
