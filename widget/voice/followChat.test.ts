import { beforeEach, expect, it, vi } from "vitest";
import { makeVisitorThread } from "../../tests/kit/samples.ts";
import { typeInCall } from "../session/calling.ts";
import { chat, createState } from "../session/state.ts";
import { followChat } from "./followChat.ts";

const send = vi.fn();
const sendTyped = vi.fn();

beforeEach(() => {
  Object.assign(chat, createState());
  send.mockReset();
  sendTyped.mockReset();
});

it("gives the call what is typed in its conversation, and what it has not taken back to the chat", () => {
  const followed = followChat("begun-here", { socket: { send }, sendTyped });
  const typed = { clientId: "typed-1", content: "How long?" };
  expect(typeInCall({ ...typed, threadId: "another" })).toBe(false);
  expect(typeInCall({ ...typed, threadId: "begun-here" })).toBe(true);
  followed.moveTo("thread-1");
  expect(typeInCall({ ...typed, clientId: "typed-2", threadId: "thread-1" })).toBe(true);
  expect(send.mock.calls.flat()).toEqual([
    { type: "typed", text: "How long?", clientId: "typed-1" },
    { type: "typed", text: "How long?", clientId: "typed-2" },
  ]);
  followed.end();
  expect(sendTyped.mock.calls.flat()).toEqual(["typed-1", "typed-2"]);
  expect(typeInCall({ ...typed, threadId: "thread-1" })).toBe(false);
});

it("tells the call once that people have its conversation, and that somebody writes", async () => {
  const followed = followChat("thread-1", { socket: { send }, sendTyped });
  chat.text = "How";
  chat.thread = makeVisitorThread({ id: "thread-1", handledBy: "human" });
  await vi.waitFor(() => expect(send.mock.calls.flat()).toEqual([{ type: "look" }, { type: "writes" }]));
  chat.text = "How long";
  chat.thread = makeVisitorThread({ id: "thread-1", handledBy: "human" });
  await Promise.resolve();
  expect(send).toHaveBeenCalledTimes(2);
  followed.end();
});
