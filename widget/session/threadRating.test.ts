import { beforeEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../../shared/client/requestError.ts";
import type { VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import { makeVisitorThread } from "../../tests/kit/samples.ts";
import { chat, createState } from "./state.ts";
import type { Tell } from "./tell.ts";
import { createThreadRating } from "./threadRating.ts";
import type { Visitor } from "./visitor.ts";

interface Call {
  body: { data: { score: number; remark: string } };
  answer(thread: Partial<VisitorThread>): void;
  refuse(error: RequestError): void;
}

describe("the rating of a conversation", () => {
  let calls: Call[];
  let told: unknown[];
  let rate: ReturnType<typeof createThreadRating>;

  beforeEach(() => {
    calls = [];
    told = [];
    Object.assign(chat, createState(), { thread: makeVisitorThread({ status: "resolved" }) });
    const client = {
      call: (_: unknown, { body }: Pick<Call, "body">) =>
        new Promise((resolve, refuse) => {
          const answer = (thread: Partial<VisitorThread>) => resolve({ data: makeVisitorThread(thread) });
          calls.push({ body, answer, refuse });
        }),
    };
    const visitor = { agentId: () => "agent", client };
    const tell = {
      event: (name: string, detail: unknown) => told.push([name, detail]),
      refused: ({ code }: { code: string }) => told.push(code),
    };
    // Of both it uses no more than this.
    rate = createThreadRating(visitor as unknown as Visitor, tell as unknown as Tell);
  });

  const next = () =>
    vi.waitFor(() => expect(calls.length).toBeGreaterThan(0)).then(() => calls.shift() as Call);
  const at = 7;

  it("shows at once, and tells the page once the server has it", async () => {
    rate({ score: 5, remark: "Quick" });
    expect(chat.thread?.rating).toMatchObject({ score: 5, remark: "Quick" });
    expect(told).toEqual([]);
    (await next()).answer({ rating: { score: 5, remark: "Quick", at } });
    await vi.waitFor(() => expect(told).toEqual([["rating", { score: 5, text: "Quick" }]]));
    expect(chat.thread?.rating).toEqual({ score: 5, remark: "Quick", at });
  });

  it("goes one at a time, and only the last of those that wait", async () => {
    rate({ score: 1, remark: "" });
    const first = await next();
    rate({ score: 2, remark: "" });
    rate({ score: 4, remark: "" });
    first.answer({ rating: { score: 1, remark: "", at } });
    const last = await next();
    expect(last.body.data).toEqual({ score: 4, remark: "" });
    expect(chat.thread?.rating?.score).toBe(4);
    last.answer({ rating: { score: 4, remark: "", at } });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(calls).toEqual([]);
  });

  it("goes back to what the server has where it takes no other", async () => {
    rate({ score: 3, remark: "" });
    (await next()).answer({ rating: { score: 3, remark: "", at } });
    await vi.waitFor(() => expect(told).toHaveLength(1));
    rate({ score: 1, remark: "" });
    (await next()).refuse(new RequestError("feedback_refused", "Not here."));
    await vi.waitFor(() => expect(told.at(-1)).toBe("feedback_refused"));
    expect(chat.thread?.rating?.score).toBe(3);
  });

  it("stays with its own conversation", async () => {
    rate({ score: 5, remark: "" });
    chat.thread = makeVisitorThread({ id: "other", status: "resolved" });
    (await next()).answer({ rating: { score: 5, remark: "", at } });
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(chat.thread.rating).toBeNull();
  });
});
