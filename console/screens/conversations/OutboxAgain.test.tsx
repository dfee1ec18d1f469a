import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, startConsoleServer } from "../../../tests/kit/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../tests/kit/inboxServer.tsx";
import { session } from "../../../tests/kit/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../tests/kit/samples.ts";
import { authentication } from "../../state/authentication.ts";
import { connection } from "../../state/connection.ts";
import { navigate } from "../../state/navigation.ts";
import { watchOutbox } from "../../state/outboxWatch.ts";

const call = "POST threads/thread-1/messages";
const contact = makeContact({ name: "Mia" });
const thread = makeThread({ id: "thread-1", agentId, contact, handledBy: "human" });

let server: ConsoleServer;
let stop: () => void;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  serveInbox(server, { thread: () => thread });
  server.on("POST threads/thread-1/typing", { body: null });
  stop = () => {};
});
afterEach(() => {
  stop();
  // While the server is still there: whoever leaves says so.
  cleanup();
  closeInbox();
  Object.assign(authentication, { user: null });
  connection.isReachable = true;
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Reply to Mia");
const button = (name: string) => screen.findByRole("button", { name });

/** Has one reply wait that the server did not acknowledge. */
async function leaveOne(): Promise<void> {
  server.on(call, "cut");
  await openInbox(server, "inbox/conversations/thread-1");
  await send("One");
  stop = watchOutbox();
  await screen.findByText(/It goes out by itself/);
}

async function send(content: string): Promise<void> {
  fireEvent.change(await field(), { target: { value: content } });
  fireEvent.keyDown(await field(), { key: "Enter" });
}

/** Has all answers wait until the given way lets them go. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch: serve } = globalThis;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const served = await serve(...request);
    await promise;
    return served;
  });
  return resolve;
}

it("a reply is taken back by nobody while another try is on its way", async () => {
  await leaveOne();
  const answer = holdAnswers();
  const message = makeMessage({
    id: "m9",
    threadId: "thread-1",
    position: 9,
    role: "support",
    content: "One",
  });
  server.on(call, { body: { data: message } });
  act(() => void (connection.isReachable = true));
  const edit = await button("Edit");
  edit.focus();
  await waitFor(() => expect(edit.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(edit);
  fireEvent.click(await button("Delete"));
  expect(document.activeElement).toBe(edit);
  expect((await field()).value).toBe("");
  expect(localStorage.getItem(`replies:${session.user._id}`)).toContain("One");
  answer();
  await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
  expect(screen.getAllByText("One")).toHaveLength(1);
  expect((await field()).value).toBe("");
});

it("a reply that waits keeps nobody from an older message; a new one leads to where it stands", async () => {
  const [older, newest] = ["Older", "Newest"].map((content, at) =>
    makeMessage({ id: content, threadId: "thread-1", position: at * 90, content }),
  );
  server.on("GET threads/thread-1/messages", ({ query }) => ({
    body: { items: [query["around"] ? older : newest], hasMore: false, hasNewer: "around" in query },
  }));
  await leaveOne();
  act(() => navigate(`${location.pathname}?message=Older`));
  await button("Go to the newest");
  screen.getByText("Older");
  await send("Two");
  await waitFor(() => expect(screen.queryByText("Older")).toBeNull());
  await screen.findByText("Newest");
});
