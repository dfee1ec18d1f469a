import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { getReceipt } from "../../../../shared/contract/conversations/threads/threads.ts";
import { csv, pdf, png, uploadAsVisitor } from "../../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../../kit/conversations/files/attachments.ts";
import { refuse, say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider, Reply } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("a visitor's files with each of an agent's models, on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  describe("with a model that takes pictures and a fallback that takes none", () => {
    const ways: [string, Partial<Agent["configuration"]>, RegExp][] = [
      ["fails", {}, /no credit left/],
      [
        "costs more than its budget",
        { budget: { agentPerDay: 1, visitorPerDay: null } },
        /less than this costs/,
      ],
    ];
    it.each(ways)("don't go to the fallback when the first model %s", async (_, change, reason) => {
      const { provider, visitor } = await begin({ fallbackModel: "gpt-3.5-turbo", ...change });
      provider.script(
        byModel({ "gpt-4o": refuse(402), "gpt-3.5-turbo": takeNoFile(answerWith("chat", ["Twelve."])) }),
      );
      const { receipt, end } = await ask(visitor, "What does it cost?", [png, pdf, csv]);
      expect(end).toMatchObject({ status: "sent", content: "Twelve." });
      const asked = lastOf(provider);
      expect(asked).not.toContain("base64");
      expect(asked.match(/could not be given to you/g)).toHaveLength(2);
      expect(asked).toContain("lamp,12");
      expect(receipt).toMatchObject({
        ...{ model: "gpt-3.5-turbo", credits: 1 },
        fallback: { model: "gpt-4o", reason: expect.stringMatching(reason) },
        files: [
          { name: png.name, use: "left_out" },
          { name: pdf.name, use: "left_out" },
          { name: csv.name, use: "read" },
        ],
      });
    });

    it("don't delay later questions, which the fallback answers without a request for earlier pictures", async () => {
      const { provider, visitor } = await begin({ fallbackModel: "gpt-3.5-turbo" });
      provider.script(answerWith("chat", ["A lamp."]));
      const { threadId } = await ask(visitor, "What is it?", [png]);
      provider.script(
        byModel({ "gpt-4o": refuse(402), "gpt-3.5-turbo": takeNoFile(answerWith("chat", ["Soon."])) }),
      );
      const { end, receipt } = await ask(visitor, "When does it come?", [], threadId);
      expect(end).toMatchObject({ status: "sent", content: "Soon." });
      expect(provider.requests.map(({ body }) => body.model)).toEqual(["gpt-4o", "gpt-4o", "gpt-3.5-turbo"]);
      expect(receipt.files).toEqual([{ name: png.name, use: "left_out" }]);
    });
  });

  it("are no error of the visitor's when a fallback refuses them: the built-in model answers", async () => {
    const { provider, visitor } = await begin({ fallbackModel: "gpt-4o-mini" });
    provider.script(byModel({ "gpt-4o": refuse(402), "gpt-4o-mini": refuse(400) }));
    const { end, receipt } = await ask(visitor, "How long does delivery take?", [png]);
    expect(end).toMatchObject({ status: "sent", error: null });
    expect(receipt).toMatchObject({
      ...{ model: "pilothouse-builtin", credits: 0, files: [{ name: png.name, use: "left_out" }] },
      fallback: { model: "gpt-4o", reason: expect.stringContaining("no credit left") },
    });
  });

  describe("with personal data hidden from the model", () => {
    const guardrails = { blockedTopics: [], refusal: "", hidesPersonalData: true };
    const textFile = (name: string, text: string): Sample => ({
      ...{ name, contentType: "text/plain", bytes: Buffer.from(text) },
    });

    it("go without it in their text and their names, in later questions too, and it is counted", async () => {
      const { provider, visitor } = await begin({ guardrails });
      provider.script(answerWith("chat", ["I write to ⟦email 2⟧."]));
      const files = [
        textFile("offer for bo@example.com.txt", "To ada@example.com, IBAN de89370400440532013000"),
        { ...pdf, name: "bo@example.com.pdf" },
      ];
      const { end, receipt, threadId } = await ask(visitor, "Call +47 21 00 00 00", files);
      expect(lastOf(provider)).not.toMatch(/ada@|bo@|3704|21 00 00 00/);
      expect(lastOf(provider)).toContain("offer for ⟦email 4⟧.txt");
      expect(lastOf(provider)).toMatch(/"filename":"⟦email 4⟧\.pdf"/);
      expect(end?.content).toBe("I write to ada@example.com.");
      // The team reads the file under its name.
      expect(receipt).toMatchObject({ hidden: 4, files: files.map(({ name }) => ({ name, use: "read" })) });
      await ask(visitor, "And then?", [], threadId);
      expect(lastOf(provider)).not.toMatch(/ada@|bo@|3704|21 00 00 00/);
    });

    it("reveal no part of it at the place where a long text is cut", async () => {
      const { provider, visitor } = await begin({ guardrails });
      provider.script(answerWith("chat", ["Long."]));
      const before = "lamps and tents ".repeat(1250).slice(0, 20_000 - 15);
      await ask(visitor, "What is it?", [textFile("a.txt", `${before} 4111 1111 1111 1111 ${before}`)]);
      expect(lastOf(provider)).toContain("The rest was cut");
      expect(lastOf(provider)).not.toContain("4111");

      const marked = "ada@example.com, ".repeat(2000);
      await ask(visitor, "What is it?", [textFile("b.txt", `${marked} 4111 1111 1111 1111 more`)]);
      expect(lastOf(provider)).not.toMatch(/ada@|4111/);
    });

    it("go unchanged when hiding is off", async () => {
      const { provider, visitor } = await begin();
      provider.script(answerWith("chat", ["Fine."]));
      const { receipt } = await ask(visitor, "Hello there", [
        textFile("bo@example.com.txt", "ada@example.com"),
      ]);
      expect(lastOf(provider)).toContain("ada@example.com");
      expect(lastOf(provider)).toContain("bo@example.com.txt");
      expect(receipt.hidden).toBeUndefined();
    });
  });

  async function begin(change: Partial<Agent["configuration"]> = {}) {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o", change);
    return { provider, visitor: await talk.openVisitor(agent) };
  }

  async function ask(visitor: TestVisitor, content: string, files: Sample[], before?: string) {
    const attachments = [];
    for (const file of files) attachments.push(await uploadAsVisitor(talk.server, visitor, file));
    const said = { content, attachments, ...(before !== undefined && { threadId: before }) };
    const { end, threadId } = await listen(say(talk.server, visitor, said));
    const params = { productId: visitor.agentId, threadId, messageId: end?.id ?? "" };
    const { data: receipt } = await talk.server.as(talk.owner).call(getReceipt, { params });
    return { end, threadId, receipt };
  }
});

function lastOf({ requests }: ModelProvider): string {
  return JSON.stringify(requests.at(-1)?.body);
}

/** Answers by the model's name. */
function byModel(replies: Record<string, Reply>): Reply {
  return (response, body, request) => (replies[body.model] ?? refuse(404))(response, body, request);
}

/** A model for text alone, which refuses whatever else goes along. */
function takeNoFile(reply: Reply): Reply {
  return (response, body, request) =>
    (JSON.stringify(body).includes("base64") ? refuse(400) : reply)(response, body, request);
}
