import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { initAttachment } from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import { getThread, listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createSkill,
  listSkillRuns,
  listSkills,
  readFieldOptions,
} from "../../../shared/contract/skills/skills.ts";
import type { SkillDraft, SkillInput } from "../../../shared/contract/skills/skills.ts";
import {
  getPublicConfiguration,
  getWidget,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { contactForm } from "../../kit/actions/shopApi.ts";
import { csv, uploadAsVisitor } from "../../kit/conversations/files/attachments.ts";
import { stores } from "../../kit/database/stores.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import type { WebServer } from "../../kit/network/webServer.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

const field = { description: "", options: [], validations: { required: false }, from: null };
const campaign: SkillInput = {
  ...{ ...field, id: "campaign", type: "hidden", label: "Campaign", value: "autumn" },
};

describe.each(stores())("forms on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  });

  const team = () => talk.server.as(talk.owner);

  async function createAsking(skill: SkillDraft, model: string = builtinModel) {
    const agent = await talk.createAgent(model);
    const params = { productId: agent.id };
    const { data } = await team().call(createSkill, { params, body: { data: skill } });
    return { agent: (await team().call(publishAgent, { params })).data, skillId: data.id };
  }

  const lead = async (agent: Agent, skillId: string) => {
    const params = { productId: agent.id, skillId };
    return (await team().call(listSkillRuns, { params, query: {} })).items[0];
  };

  describe("before the chat", () => {
    const beforeChat = (): SkillDraft => {
      const form = contactForm();
      return {
        ...form,
        inputs: [...form.inputs, campaign],
        config: { kind: "form", contact: { name: "name", email: "email" }, beforeChat: true },
      };
    };

    it("are shown to strangers without what is hidden in them", async () => {
      const { agent, skillId } = await createAsking(beforeChat());
      const params = { productId: agent.id };
      const { data: widget } = await team().call(getWidget, { params });
      const { token, allowedDomains, allowsNullOrigin, settings, revision } = widget;
      const body = { data: { enabled: true, allowedDomains, allowsNullOrigin, settings, revision } };
      await team().call(updateWidget, { params, body });
      const shown = await talk.server
        .anyone()
        .call(getPublicConfiguration, { query: { surface: "widget", token } });
      expect(shown.form).toMatchObject({ skillId, title: "Leave your contact details" });
      expect(shown.form?.fields.map(({ id }) => id)).toEqual(["name", "email"]);
      expect(JSON.stringify(shown)).not.toContain("autumn");
    });

    it("are kept with the first message, the contact and the leads, and told to the model", async () => {
      const { agent, skillId } = await createAsking(beforeChat(), "gpt-4o");
      const provider = await talk.useProvider();
      provider.script(answerWith("chat", ["Hello Ada."]), answerWith("chat", ["Yes."]));
      const visitor = await talk.openVisitor(agent);
      const values = { name: "Ada", email: "ada@example.com", campaign: "mine", other: "x" };
      const { threadId } = await listen(
        say(talk.server, visitor, { content: "Hi", form: { skillId, values } }),
      );
      const filledIn = { name: "Ada", email: "ada@example.com", campaign: "autumn" };
      expect(await lead(agent, skillId)).toMatchObject({ state: "done", threadId, inputs: filledIn });
      const params = { productId: agent.id, threadId };
      const { data } = await team().call(getThread, { params });
      expect(data.contact).toMatchObject({ name: "Ada", email: "ada@example.com" });
      const { items } = await team().call(listMessages, { params, query: {} });
      expect(items[0]?.actions).toMatchObject([
        { state: "done", values: [{ label: "Name", value: "Ada" }, { value: "ada@example.com" }] },
      ]);
      expect(JSON.stringify(provider.requests[0]?.body)).toContain("ada@example.com");
      // It belongs to the beginning: later messages bring none.
      await listen(
        say(talk.server, visitor, { content: "More?", threadId, form: { skillId, values: { name: "Eve" } } }),
      );
      const params2 = { productId: agent.id, skillId };
      expect((await team().call(listSkillRuns, { params: params2, query: {} })).items).toHaveLength(1);
    });

    it("lose no message where a value does not fit", async () => {
      const { agent, skillId } = await createAsking(beforeChat());
      const visitor = await talk.openVisitor(agent);
      const values = { name: "Ada", email: "ada" };
      const heard = await listen(say(talk.server, visitor, { content: "Hi", form: { skillId, values } }));
      expect(heard.message?.content).toBe("Hi");
      expect(await lead(agent, skillId)).toMatchObject({ inputs: { name: "Ada", campaign: "autumn" } });
    });
  });

  describe("with options of an address", () => {
    let cities: WebServer;
    let answer = { status: 200, body: "" };
    beforeEach(async () => {
      answer = { status: 200, body: JSON.stringify({ items: [{ name: "Berlin" }, { name: "Oslo" }] }) };
      cities = await startWebServer((_, response) => {
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(answer.body);
      });
    });
    afterEach(() => cities.stop());

    const visit = (options: string[] = []): SkillDraft => ({
      ...contactForm(),
      inputs: [
        {
          ...{ ...field, id: "city", type: "choice", label: "City", options },
          apiCache: { url: `${cities.origin}/cities`, pick: "items[].name", minutes: 60 },
        },
      ],
      config: { kind: "form", contact: {} },
    });

    async function askFor(agent: Agent): Promise<{ visitor: TestVisitor; end: Message }> {
      const visitor = await talk.openVisitor(agent);
      const { end } = await listen(say(talk.server, visitor, { content: "Please call me back" }));
      return { visitor, end: end as Message };
    }
    const fieldsOf = (message: Message) => message.actions?.[0]?.fields;

    it("read them once, keep them, and hold what is filled in against them", async () => {
      const { agent } = await createAsking(visit());
      const { visitor, end } = await askFor(agent);
      expect(fieldsOf(end)).toMatchObject([{ id: "city", options: ["Berlin", "Oslo"] }]);
      expect(JSON.stringify(end)).not.toContain(cities.origin);
      const params = { productId: agent.id, threadId: end.threadId, actionId: end.actions?.[0]?.id ?? "" };
      const decide = (city: string) =>
        talk.server
          .as(visitor)
          .send(decideAction, { params, body: { data: { decision: "confirm", values: { city } } } });
      expect((await decide("Rome")).status).toBe(400);
      expect((await decide("Oslo")).status).toBe(200);
      await askFor(agent);
      expect(cities.hits).toEqual(["GET /cities"]);

      // They are old: they serve once more while they are read again, also where that fails.
      answer = { status: 500, body: "" };
      talk.server.clock.advance(61 * 60_000);
      expect(fieldsOf((await askFor(agent)).end)).toMatchObject([{ options: ["Berlin", "Oslo"] }]);
      await vi.waitFor(() => expect(cities.hits).toHaveLength(2));
      answer = { status: 200, body: JSON.stringify({ items: [{ name: "Rome" }] }) };
      // The failure may be noted only now, and a minute counts from there.
      await vi.waitFor(async () => {
        talk.server.clock.advance(61_000);
        expect(fieldsOf((await askFor(agent)).end)).toMatchObject([{ options: ["Rome"] }]);
      });
    });

    it("ask in words where the address never answered, and take those typed by hand before", async () => {
      answer = { status: 404, body: "" };
      const bare = await createAsking(visit());
      expect(fieldsOf((await askFor(bare.agent)).end)).toMatchObject([{ id: "city", type: "text" }]);
      const typed = await createAsking(visit(["Paris"]));
      expect(fieldsOf((await askFor(typed.agent)).end)).toMatchObject([{ options: ["Paris"] }]);
    });

    it("show what an address gives now, or why that is nothing, and are not saved with a private one", async () => {
      const { agent } = await createAsking(contactForm());
      const params = { productId: agent.id };
      const read = (pick: string) =>
        team().send(readFieldOptions, { params, body: { data: { url: `${cities.origin}/cities`, pick } } });
      expect(await (await read("items[].name")).json()).toEqual({ data: { options: ["Berlin", "Oslo"] } });
      const list = await read("");
      expect([list.status, await list.text()]).toEqual([400, expect.stringContaining("This is not a list.")]);
      const inside = visit();
      const source = { url: "http://169.254.169.254/x", pick: "", minutes: 5 };
      const saved = await team().send(createSkill, {
        params,
        body: {
          data: { ...inside, name: "inside", inputs: [{ ...inside.inputs[0], apiCache: source }] as never },
        },
      });
      expect([saved.status, await saved.text()]).toEqual([
        400,
        expect.stringContaining("body.data.inputs.0.apiCache.url"),
      ]);
    });
  });

  it("take a file of the visitor's own, and keep it with the card's message", async () => {
    const { agent, skillId } = await createAsking({
      ...contactForm(),
      inputs: [{ ...field, id: "cv", type: "file", label: "CV", validations: { required: true } }],
      config: { kind: "form", contact: {} },
    });
    const visitor = await talk.openVisitor(agent);
    const stranger = await talk.openVisitor(agent);
    const cv = await uploadAsVisitor(talk.server, visitor, { ...csv, isForForm: true });
    const foreign = await uploadAsVisitor(talk.server, stranger, { ...csv, isForForm: true });
    const { end, threadId } = await listen(say(talk.server, visitor, { content: "Please call me back" }));
    const params = { productId: agent.id, threadId, actionId: end?.actions?.[0]?.id ?? "" };
    const decide = (id: string) =>
      talk.server
        .as(visitor)
        .send(decideAction, { params, body: { data: { decision: "confirm", values: { cv: id } } } });
    expect((await decide(foreign)).status).toBe(422);
    expect((await decide(cv)).status).toBe(200);
    expect(await lead(agent, skillId)).toMatchObject({ inputs: { cv: csv.name } });
    const { items } = await team().call(listMessages, {
      params: { productId: agent.id, threadId },
      query: {},
    });
    expect(items.find(({ id }) => id === end?.id)).toMatchObject({
      attachments: [{ id: cv, name: csv.name }],
      actions: [{ values: [{ label: "CV", value: csv.name }] }],
    });

    // An agent whose forms ask for none takes none.
    const other = await createAsking(contactForm());
    const visiting = await talk.openVisitor(other.agent);
    const announced = await talk.server.as(visiting).send(initAttachment, {
      params: { productId: other.agent.id },
      body: { data: { name: "a.txt", contentType: "text/plain", sizeBytes: 3, isForForm: true } },
    });
    expect(announced.status).toBe(422);
    expect(
      (await team().call(listSkills, { params: { productId: other.agent.id }, query: {} })).items,
    ).toHaveLength(1);
  });
});
