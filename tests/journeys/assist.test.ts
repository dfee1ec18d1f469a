import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listMessages } from "../../shared/contract/conversations/threads/threads.ts";
import { addSample } from "../kit/knowledge/addSample.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { say as answerWith } from "../kit/models/modelProvider.ts";
import { listen, say, type TalkingServer } from "../kit/conversations/threads/talks.ts";

/** A provider on this machine speaks as OpenAI does; who writes is a support agent in a real browser. */
let app: BrowserApp;
let talk: TalkingServer;

beforeAll(async () => {
  app = await openBrowserApp();
  talk = app.talk;
});
afterAll(() => app?.stop());

it("a support agent gets a drafted reply, changes it, reads and writes another language, and summarizes the conversation", async () => {
  const provider = await talk.useProvider();
  const agent = await talk.createAgent("gpt-4o");
  await addSample(talk, agent);
  const visitor = await talk.openVisitor(agent);
  provider.script(answerWith("chat", ["Hallo!"]));
  let threadId: string | undefined;
  for (const content of [
    "Hallo",
    "Bist du da?",
    "Ich brauche eine Lampe",
    "Delivery to Norway, wie lange dauert das?",
  ]) {
    const saying = { content, ...(threadId !== undefined && { threadId }) };
    threadId = (await listen(say(talk.server, visitor, saying))).threadId;
  }
  const thread = { params: { productId: agent.id, threadId: threadId ?? "" } };
  const readAll = async () => (await talk.server.as(talk.owner).call(listMessages, thread)).items;
  const page = await enter();
  await page.goto(
    `${app.origin}/accounts/${talk.owner.organizationId}/cp/${agent.id}/inbox/conversations/${threadId}`,
  );
  await page.getByRole("button", { name: "Take over" }).click();
  const field = page.getByRole("textbox", { name: /^Reply to/ });
  await field.waitFor();
  await page.getByRole("button", { name: "Draft with AI" }).waitFor();
  const before = (await readAll()).length;

  // The draft, with where it comes from; nothing of it is sent.
  provider.script(answerWith("chat", ["Die Lieferung dauert ", "2 bis 4 Werktage [1]."]));
  await field.press("ControlOrMeta+j");
  const draft = page.getByRole("region", { name: /^Draft by/ });
  await draft.getByText("5 credits").waitFor();
  await draft.getByText("Sources 1").click();
  // The last word stays in sight beside what is drafted.
  const log = page.getByRole("log", { name: "Messages" });
  const hidden = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  await expect.poll(hidden).toBeLessThan(2);
  const barriers = await findBarriers(page, "draft");
  expect(await readAll()).toHaveLength(before);
  await draft.getByRole("button", { name: "Insert" }).click();
  await draft.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("Die Lieferung dauert 2 bis 4 Werktage.");

  // What the visitor wrote, in the reader's language.
  provider.script(answerWith("chat", ["How long does delivery take?"]));
  const asked = page.getByRole("article").filter({ hasText: "wie lange dauert" });
  await asked.getByRole("button", { name: "Translate" }).click();
  await asked.getByText("Translated by GPT-4o").waitFor();
  await asked.getByText("How long does delivery take?").waitFor();

  // One's own words in the visitor's language, and back.
  await field.fill("It is on its way.");
  provider.script(answerWith("chat", ["Sie ist unterwegs."]));
  await page.getByRole("button", { name: "Translate reply" }).click();
  await page.getByRole("button", { name: "Use this instead" }).click();
  expect(await field.inputValue()).toBe("Sie ist unterwegs.");
  await page.getByText("What you wrote before").click();
  barriers.push(...(await findBarriers(page, "translated")));
  expect(await readAll()).toHaveLength(before);
  await field.press("Enter");
  await page.getByRole("article").filter({ hasText: "Sie ist unterwegs." }).waitFor();

  // The whole in short, until more is said.
  provider.script(answerWith("chat", ["The visitor wants a lamp."]));
  const summary = page.getByRole("region", { name: "Summary" });
  await summary.getByRole("button", { name: "Summarize" }).click();
  await summary.getByText("The visitor wants a lamp.").waitFor();
  await listen(say(talk.server, visitor, { content: "Danke", threadId: thread.params.threadId }));
  await summary.getByText("There are newer messages.").waitFor();
  barriers.push(...(await findBarriers(page, "summed up")));
  expect(barriers).toEqual([]);
});

/** Opens the console as a support agent of the organization. */
async function enter(): Promise<Page> {
  const member = await talk.server.createMember(talk.owner.organizationId, "support");
  const context = await app.enter(member, { bypassCSP: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  return page;
}
