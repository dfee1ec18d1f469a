import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import { currentToasts } from "../../../../shared/ui/toasts.ts";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { answerMia, replyCall } from "../../../../tests/kit/conversations/messages/outboxDesk.ts";
import { makeMessage } from "../../../../tests/kit/samples.ts";
import { connection } from "../../../state/platform/connection.ts";
import { notices } from "../../../state/notifications/notices.ts";
import { undo } from "../../../state/shell/undo.ts";

const { server, openCut } = answerMia();
const hello = makeMessage({ threadId: "thread-1", id: "m1", position: 1, content: "Hello" });
/** What the visitor has written while the line was cut. */
let meanwhile: Message[];

beforeEach(() => {
  meanwhile = [];
  server().on("GET threads/thread-1/messages", ({ query }) => {
    const items = [hello, ...meanwhile].filter(({ position }) => position > Number(query["after"] ?? 0));
    return { body: { items, hasMore: false, hasNewer: false } };
  });
});

/** Has a reply wait that is to resolve its conversation. */
async function leaveLast(): Promise<void> {
  fireEvent.change(await openCut(), { target: { value: "Goodbye" } });
  fireEvent.click(await screen.findByRole("button", { name: "Send and resolve" }));
  await screen.findByText(/sent when the connection is back. It also resolves the conversation/);
  expect(resolved()).toEqual([]);
}

/** The line is there again. */
function comeBack(): void {
  server().on(replyCall, ({ body }) => {
    const { clientId, content } = (body as { data: Message }).data; // the contract's
    const message = { id: "m9", threadId: "thread-1", position: 9, role: "support" as const };
    return { body: { data: makeMessage({ ...message, clientId, content }) } };
  });
  act(() => void (connection.isReachable = true));
}

const resolved = () =>
  server()
    .sent("PATCH threads/thread-1")
    .filter((body) => JSON.stringify(body).includes("resolved"));

it("a last reply that goes out later by itself resolves its conversation then, which can be taken back", async () => {
  await leaveLast();
  comeBack();
  await waitFor(() => expect(undo.offer?.text).toBe("Sent and resolved"));
  expect(resolved()).toEqual([{ data: { status: "resolved", undoId: expect.any(String) } }]);
  await waitFor(() => expect(localStorage.getItem(`replies:${session.user._id}`)).toBeNull());
  expect(notices.items).toEqual([]);
});

it.each(["wrote meanwhile", "not resolved"])("what stays open is told: %s", async (reason) => {
  await leaveLast();
  if (reason === "wrote meanwhile")
    meanwhile = [makeMessage({ threadId: "thread-1", id: "m2", position: 2, role: "user" })];
  else
    server().on("PATCH threads/thread-1", { status: 403, code: "forbidden", message: "You can’t do this." });
  comeBack();
  await waitFor(() => expect(notices.items).toHaveLength(1));
  expect(notices.items[0]).toMatchObject({
    text: expect.stringContaining(reason),
    path: expect.stringMatching(/thread-1$/),
  });
  expect(currentToasts().map(({ text }) => text)).toContain(notices.items[0]?.text);
  expect(resolved()).toHaveLength(reason === "wrote meanwhile" ? 0 : 1);
  expect(undo.offer).toBeNull();
});
