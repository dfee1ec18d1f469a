import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { exportAgent } from "../../../shared/contract/agents/templates.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { createSkill, listSkillRuns, listSkills, testSkill } from "../../../shared/contract/skills/skills.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { getSystemSkill } from "../../../shared/contract/skills/systemSkills.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";

describe.each(stores())("e-mails of an agent on $name", (store) => {
  let talk: TalkingServer;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    talk = await startTalkingServer(store, { mail: { smtpUrl: mails.url, from: undefined } });
    return () => mails.stop();
  });
  const team = () => talk.server.as(talk.owner);
  const read = async (systemSkillId: string): Promise<SkillDraft> =>
    (await team().call(getSystemSkill, { params: { systemSkillId } })).data.draft;
  const toDesk = async (): Promise<SkillDraft> => {
    const draft = await read("email_team");
    if (draft.config.kind !== "email") return expect.fail("It is no e-mail.");
    return { ...draft, config: { ...draft.config, to: { who: "team", address: "desk@shop.test" } } };
  };

  function confirm(visitor: TestVisitor, { end, threadId }: Heard, values?: Record<string, string>) {
    const params = { productId: visitor.agentId, threadId, actionId: end?.actions?.[0]?.id ?? "" };
    const body = { data: { decision: "confirm" as const, ...(values && { values }) } };
    return talk.server.as(visitor).call(decideAction, { params, body });
  }

  it("go to the team's address once for one word, with one line of subject, and are kept as runs", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    await team().call(createSkill, { params, body: { data: await toDesk() } });
    const visitor = await talk.openVisitor((await team().call(publishAgent, { params })).data);
    const heard = await listen(say(talk.server, visitor, { content: "I want to write an e-mail to you" }));
    expect(mails.letters).toEqual([]);
    const subject = "Late\r\nBcc: all@shop.test";
    const values = { subject, message: "Where is it?\n{{email}}", email: "ada@home.test" };
    await Promise.all([confirm(visitor, heard, values), confirm(visitor, heard, values)]);
    const [letter] = await vi.waitFor(() => {
      expect(mails.letters).toHaveLength(1);
      return mails.letters;
    });
    expect(letter?.to).toEqual(["desk@shop.test"]);
    expect(letter?.source).toMatch(/^Subject: Chat: Late Bcc: all@shop\.test\r?$/m);
    // What a visitor wrote is no template.
    expect(letter?.source).toMatch(/Where is it\?\r?\n\{\{email\}\}\r?\n\r?\nFrom: ada@home\.test/);
    const { items } = await team().call(listSkills, { params, query: {} });
    const runs = await vi.waitFor(async () => {
      const at = { ...params, skillId: items[0]?.id ?? "" };
      const listed = (await team().call(listSkillRuns, { params: at, query: {} })).items;
      expect(listed[0]?.state).toBe("done");
      return listed;
    });
    expect(runs).toMatchObject([{ request: { method: "MAIL", url: "mailto:desk@shop.test" } }]);
    const file = await team().call(exportAgent, { params: { productAppId: agent.id } });
    expect(JSON.stringify(file)).not.toContain("desk@shop.test");
  });

  it("go to a visitor at the address alone that their site has signed", async () => {
    mails.letters.length = 0;
    const agent = await talk.createAgent("gpt-4o");
    const params = { productId: agent.id };
    await team().call(createSkill, { params, body: { data: await read("email_visitor") } });
    const visitor = await talk.openVisitor((await team().call(publishAgent, { params })).data);
    const provider = await talk.useProvider();
    const input = '{"summary":"Tea costs four euros.","to":"victim@home.test"}';
    const wish = callTools("chat", [{ name: "email_visitor", input }]);
    const change = (columns: { verified?: number; signedEmail?: string; email?: string }) =>
      talk.server.store.db
        .updateTable("contacts")
        .set({ externalId: "ada", ...columns })
        .where("id", "=", visitor.contactId)
        .execute();
    // Said by the visitor, or verified by another mark than the address.
    for (const columns of [{ email: "victim@home.test" }, { verified: 1 }]) {
      await change(columns);
      provider.script(wish, answerWith("chat", ["Sign in first."]));
      const refused = await listen(say(talk.server, visitor, { content: "Mail me a summary" }));
      expect(refused.end?.actions ?? []).toEqual([]);
      expect(JSON.stringify(provider.requests.at(-1))).toContain("not signed in");
    }
    await change({ signedEmail: "ada@home.test" });
    provider.script(wish, answerWith("chat", ["Please confirm."]));
    const heard = await listen(say(talk.server, visitor, { content: "Mail me a summary" }));
    provider.script(answerWith("chat", ["It is on its way."]));
    await confirm(visitor, heard);
    await vi.waitFor(() => expect(mails.letters).toHaveLength(1));
    expect(mails.letters[0]?.to).toEqual(["ada@home.test"]);
    expect(mails.letters[0]?.source).toContain("Tea costs four euros.");
  });

  it("are refused without anybody's word, and shown before one is sent", async () => {
    const agent = await talk.createAgent(builtinModel);
    const params = { productId: agent.id };
    const draft = await toDesk();
    const asked = team().call(createSkill, { params, body: { data: { ...draft, risk: "read" } } });
    await expect(asked).rejects.toMatchObject({
      body: { error: { fields: [{ path: "body.data.risk" }] } },
    });
    const inputs = { subject: "Tea", message: "Hello", email: "ada@home.test" };
    const { data } = await team().call(testSkill, {
      params,
      body: { data: { skill: draft, inputs, mode: "dry" } },
    });
    expect(data.request).toMatchObject({
      url: "mailto:desk@shop.test",
      headers: { Subject: "Chat: Tea" },
      body: "Hello\n\nFrom: ada@home.test",
    });
  });
});
