import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openConsole, session } from "../../../tests/kit/console/openConsole.tsx";

const key = `replies:${session.user._id}`;
const logout = "POST /api/auth/v1.0/authentication/logout";

beforeEach(() => sessionStorage.clear());
afterEach(() => localStorage.clear());

/** Leaves replies of another organization, which no page of this one sends. */
function leave(contents: string[]): void {
  const place = { orgId: "o2", agentId: "a2", threadId: "t1", attachments: [], askedAt: Date.now() };
  const error = { code: "offline", message: "No connection.", isFinal: false };
  const replies = contents.map((content) => ({ ...place, clientId: content, content, error }));
  localStorage.setItem(key, JSON.stringify(replies));
}

async function signOut() {
  const { sentTo } = await openConsole("/accounts/o1/dashboard", { [logout]: { redirectUrl: null } });
  const press = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Logout", hidden: true }));
  await press();
  return { sentTo, press };
}

const choose = async (name: string) =>
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: "Sign out?" })).getByRole("button", { name }),
  );

it("asks at sign-out if replies weren't sent, and allows staying", async () => {
  leave(["One", "Two"]);
  const { sentTo, press } = await signOut();
  await screen.findByText("2 replies were not sent. Signing out loses them.");
  await choose("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(localStorage.getItem(key)).toMatch(/One.*Two/);
  expect(sentTo).toEqual([]);
  await press();
  await choose("Sign out");
  await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
  expect(localStorage.getItem(key)).toBeNull();
});

it("signs out without asking if all replies were sent", async () => {
  const { sentTo } = await signOut();
  await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
});
