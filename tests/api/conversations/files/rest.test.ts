import { beforeAll, describe, expect, it } from "vitest";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { pdf, png } from "../../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../../kit/conversations/files/attachments.ts";
import { say as answerByModel } from "../../../kit/models/modelProvider.ts";
import {
  createProgram,
  dataOf,
  errorOf,
  makeApiKey,
  toldOf,
} from "../../../kit/conversations/visitors/programs.ts";
import type { Program, Target } from "../../../kit/conversations/visitors/programs.ts";
import { stores } from "../../../kit/database/stores.ts";
import { newClientId, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("a program's files, by raw requests, on $name", (store) => {
  let talk: TalkingServer;
  let program: Program;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    const agent = await talk.createAgent();
    const key = await makeApiKey(talk, ["conversations.read", "conversations.reply"]);
    program = createProgram(talk, { agentId: agent.id, key });
  });

  it("are uploaded for a visitor, sent in the first and later messages, and downloaded whole", async () => {
    const provider = await talk.useProvider();
    provider.script(answerByModel("chat", ["A lamp."]), answerByModel("chat", ["A bill."]));
    const contact = { userId: "app-1", name: "Ada" };
    const big: Sample = { ...png, bytes: Buffer.concat([png.bytes, Buffer.alloc(6_000_000, 7)]) };
    const first = {
      contact,
      clientId: newClientId(),
      content: "",
      attachments: [await program.upload(big, { contact })],
    };
    const begun = await dataOf<{ thread: Thread; message: Message }>(
      await program.ask("POST", "/threads", { data: first }),
    );
    expect(begun.message.attachments).toMatchObject([{ name: "lamp.png", sizeBytes: big.bytes.length }]);
    const thread = `/threads/${begun.thread.id}`;
    const more = {
      ...{ clientId: newClientId(), content: "And this?" },
      attachments: [await program.upload(pdf, { threadId: begun.thread.id })],
    };
    expect((await program.ask("POST", `${thread}/visitormessages`, { data: more })).status).toBe(200);

    const reply = {
      clientId: newClientId(),
      content: "Here",
      attachments: [await program.upload(pdf, null)],
    };
    expect((await program.ask("POST", `${thread}/messages`, { data: reply })).status).toBe(200);
    for (const words of ["messages", "visitormessages"]) {
      const { items } = await program.read<{ items: Message[] }>(`${thread}/${words}`);
      const files = items.flatMap(({ role, attachments }) => attachments.map((file) => ({ role, ...file })));
      expect(files.map(({ role, name }) => [role, name])).toEqual([
        ["user", "lamp.png"],
        ["user", "bill.pdf"],
        ["support", "bill.pdf"],
      ]);
      const shown = await talk.server.request(files[0]?.url ?? "");
      expect(Buffer.from(await shown.arrayBuffer()).equals(big.bytes)).toBe(true);
      expect(shown.headers.get("content-security-policy")).toContain("sandbox");
      const saved = await talk.server.request(files[2]?.url ?? "");
      expect(saved.headers.get("content-disposition")).toMatch(/^attachment/);
    }
  });

  it("are refused as in the chat, and foreign ones as missing", async () => {
    const { id: threadId } = await program.begin();
    const announce = (given: object) =>
      program.ask("POST", "/visitorattachments", { data: { ...toldOf(png), threadId, ...given } });
    for (const [given, status] of [
      [{ contentType: "text/html", name: "a.html" }, 422],
      [{ contentType: "image/svg+xml", name: "a.svg" }, 422],
      [{ sizeBytes: 10_000_001 }, 400],
      [{ sizeBytes: 0 }, 400],
      [{ threadId: undefined }, 400],
      [{ contact: { userId: "app-1" } }, 400],
      [{ threadId: undefined, contact: { name: "Nobody" } }, 400],
      [{ threadId: "01m000000000000000000000aa" }, 404],
    ] as const)
      expect((await announce(given)).status, JSON.stringify(given)).toBe(status);
    expect(
      (
        await program.ask("POST", "/visitorattachments", {
          data: { ...toldOf(png), threadId },
          headers: { "content-type": "text/plain" },
        })
      ).status,
    ).toBe(415);

    const target = await dataOf<Target>(await announce({}));
    expect(await program.put(target, png.bytes, "image/gif")).toBe(415);
    expect(await program.put(target, Buffer.concat([png.bytes, png.bytes]))).toBe(413);
    const goOn = (attachments: string[], thread = threadId) =>
      program.ask("POST", `/threads/${thread}/visitormessages`, {
        data: { clientId: newClientId(), content: "This", attachments },
      });
    expect(await codeOf(await goOn([target.attachmentId]))).toBe("attachments_refused");
    // A stranger's file, and the team's own.
    const stranger = await program.begin();
    for (const id of [await program.upload(png, { threadId: stranger.id }), await program.upload(png, null)])
      expect(await codeOf(await goOn([id]))).toBe("attachments_refused");
    const page: Sample = { ...png, bytes: Buffer.from("<script>alert(1)</script>") };
    const sent = await dataOf<{ message: Message }>(await goOn([await program.upload(page, { threadId })]));
    expect(sent.message.attachments).toMatchObject([{ contentType: "application/octet-stream" }]);
    const url = sent.message.attachments[0]?.url ?? "";
    const saved = await talk.server.request(url);
    expect([saved.headers.get("content-type"), saved.headers.get("content-disposition")]).toEqual([
      "application/octet-stream",
      expect.stringMatching(/^attachment/),
    ]);
    const nobodys = {
      contact: { name: "Bo" },
      clientId: newClientId(),
      content: "",
      attachments: [target.attachmentId],
    };
    expect((await program.ask("POST", "/threads", { data: nobodys })).status).toBe(400);
  });
});

const codeOf = async (answer: Response) => (await errorOf(answer)).code;
