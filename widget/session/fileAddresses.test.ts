import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Attachment } from "../../shared/contract/conversations/files/attachment.ts";
import { noteListeners } from "../../tests/kit/browser/listeners.ts";
import { pass, until } from "../../tests/kit/until.ts";
import {
  createVisitorServer,
  makeFrame,
  type VisitorServer,
} from "../../tests/kit/surfaces/visitorServer.ts";

let server: VisitorServer;
let forgetListeners: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  localStorage.clear();
  forgetListeners = noteListeners();
  server = createVisitorServer();
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => {
  server.abandon();
  forgetListeners();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minuteMs = 60_000;
const fileAt = (url: string): Attachment => ({
  ...{ id: "f", name: "lamp.png", contentType: "image/png", sizeBytes: 5, url },
});

it("A chat that stays open gets fresh addresses of its files, as long as it is open", async () => {
  vi.resetModules();
  const { startChat } = await import("./startChat.ts");
  const { chat } = await import("./state.ts");
  const actions = startChat(makeFrame());
  actions.send("Hello");
  await until(() => expect(server.messages).toHaveLength(2));
  server.end({ content: "Hi." });
  const sent = server.say({ content: "See this", attachments: [fileAt("/lamp?1")] });
  const shown = () => chat.messages.flatMap(({ attachments }) => attachments.map(({ url }) => url));
  await until(() => expect(shown()).toEqual(["/lamp?1"]));
  const reads = () =>
    server.requests.filter(({ path, search }) => path.endsWith("/messages") && search.includes("before"));

  sent.attachments = [fileAt("/lamp?2")];
  chat.isOpen = false;
  await pass(20 * minuteMs);
  expect(reads()).toEqual([]);
  chat.isOpen = true;
  await until(() => expect(shown()).toEqual(["/lamp?2"]));
  sent.attachments = [fileAt("/lamp?3")];
  await pass(7 * minuteMs);
  expect(shown()).toEqual(["/lamp?2"]);
  await pass(2 * minuteMs);
  await until(() => expect(shown()).toEqual(["/lamp?3"]));
  expect(reads()).toHaveLength(2);
});
