import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Attachment } from "../../../../shared/contract/conversations/files/attachment.ts";
import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { defaultModels } from "../../../state/models/modelKeys.ts";
import { reset } from "../../../state/platform/resource.ts";

const me = { id: session.user._id, name: "Ada" };
const contact = makeContact({ id: "c1", name: "Mia" });
const thread = makeThread({
  ...{ id: "thread-1", agentId, contact },
  ...{ handledBy: "human" as const, assignee: me },
});
const recording: Attachment = {
  ...{ id: "f-1", name: "Voice message.webm", contentType: "audio/webm", sizeBytes: 9000, url: "/f-1" },
};
const spoken = makeMessage({
  ...{ id: "m-1", threadId: "thread-1", position: 1, role: "user", content: "", attachments: [recording] },
});
const heard = { ...spoken, attachments: [{ ...recording, transcript: "Where is my parcel?" }] };
const call = "POST threads/thread-1/messages/m-1/transcript";

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items: [thread], page: { page: 1, limit: 50, total: 1 } } });
  server.on("GET threads/thread-1", { body: { data: thread } });
  server.on("GET threads/filters", { body: { data: makeThreadFilters({ queues: { mine: 1, all: 1 } }) } });
  server.on("GET canned-replies", { body: { data: [] } });
  choose("whisper-1");
  serve([spoken]);
});
afterEach(() => {
  closeInbox();
  reset(defaultModels);
  Object.assign(authentication, { user: null });
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function choose(speech: string | null) {
  const data = { chat: null, code: null, embedding: null, speech };
  server.on(`GET /api/account/v1/org/${orgId}/keys/defaults`, { body: { data } });
}
function serve(messages: Message[]) {
  server.on("GET threads/thread-1/messages", { body: { items: messages, hasMore: false } });
}
async function open() {
  await openInbox(server, "inbox/conversations/thread-1");
  await screen.findByLabelText("Voice message.webm");
}
const findButton = () => screen.findByRole("button", { name: "Write down" });
const wasAsked = () =>
  waitFor(() => expect(server.requests.some(({ path }) => path.endsWith("/keys/defaults"))).toBe(true));

describe("a recording that nobody has listened to", () => {
  it("is written down when somebody of the team wants to read it", async () => {
    let answer = (_: { body: unknown }) => {};
    const answered = new Promise<{ body: unknown }>((resolve) => (answer = resolve));
    server.on(call, () => ({ body: { data: heard } }));
    await open();
    const fetched = globalThis.fetch;
    vi.stubGlobal("fetch", async (...given: Parameters<typeof fetch>) => {
      if (String(given[0]).endsWith("/transcript")) await answered;
      return fetched(...given);
    });
    fireEvent.click(await findButton());
    const busy = await screen.findByRole("button", { name: "Writing it down" });
    expect(busy.getAttribute("aria-busy")).toBe("true");
    answer({ body: null });
    expect((await screen.findByText("Where is my parcel?")).tagName).toBe("FIGCAPTION");
    expect(screen.queryByRole("button", { name: "Write down" })).toBeNull();
    expect(server.sent(call)).toHaveLength(1);
  });

  it("says why it was not, and may be asked for again", async () => {
    server.on(call, { status: 502, code: "speech_failed", message: "The recording could not be read." });
    await open();
    fireEvent.click(await findButton());
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("It was not transcribed. The recording could not be read.");
    server.on(call, { body: { data: heard } });
    fireEvent.click(await findButton());
    await screen.findByText("Where is my parcel?");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it.each<[string, () => void]>([
    ["no model for speech is chosen", () => choose(null)],
    [
      "the agent listens to it",
      () =>
        serve([
          spoken,
          makeMessage({
            id: "m-2",
            threadId: "thread-1",
            position: 2,
            role: "assistant",
            status: "streaming",
          }),
        ]),
    ],
    ["the team said it", () => serve([{ ...spoken, role: "support", author: me }])],
  ])("is only listened to where %s", async (name, arrange) => {
    arrange();
    await open();
    if (!name.includes("team")) await wasAsked();
    await expect(screen.findByRole("button", { name: "Write down" }, { timeout: 300 })).rejects.toThrow();
  });
});
