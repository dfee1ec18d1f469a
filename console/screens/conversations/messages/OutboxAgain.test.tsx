import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { answerMia, replyCall, replyField } from "../../../../tests/kit/conversations/messages/outboxDesk.ts";
import { makeMessage } from "../../../../tests/kit/samples.ts";
import { connection } from "../../../state/platform/connection.ts";
import { navigate } from "../../../state/shell/navigation.ts";

const { server, openCut } = answerMia();

const button = (name: string) => screen.findByRole("button", { name });

/** Has one reply wait that the server did not acknowledge. */
async function leaveOne(): Promise<void> {
  await openCut();
  await send("One");
  await screen.findByText(/It will be sent/);
}

async function send(content: string): Promise<void> {
  const field = await replyField();
  fireEvent.change(field, { target: { value: content } });
  fireEvent.keyDown(field, { key: "Enter" });
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

it("a reply can't be discarded while it is being sent again", async () => {
  await leaveOne();
  const answer = holdAnswers();
  const message = makeMessage({
    id: "m9",
    threadId: "thread-1",
    position: 9,
    role: "support",
    content: "One",
  });
  server().on(replyCall, { body: { data: message } });
  act(() => void (connection.isReachable = true));
  const edit = await button("Edit");
  edit.focus();
  await waitFor(() => expect(edit.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(edit);
  fireEvent.click(await button("Delete"));
  expect(document.activeElement).toBe(edit);
  expect((await replyField()).value).toBe("");
  expect(localStorage.getItem(`replies:${session.user._id}`)).toContain("One");
  answer();
  await waitFor(() => expect(screen.queryByText(/Not sent/)).toBeNull());
  expect(screen.getAllByText("One")).toHaveLength(1);
  expect((await replyField()).value).toBe("");
});

it("a waiting reply doesn't block an older message; a new one leads to its place", async () => {
  const [older, newest] = ["Older", "Newest"].map((content, at) =>
    makeMessage({ id: content, threadId: "thread-1", position: at * 90, content }),
  );
  server().on("GET threads/thread-1/messages", ({ query }) => ({
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
