import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/fakeApi.ts";
import { openConsole, session, signedIn } from "../../../tests/kit/openConsole.tsx";

const update = "POST /api/auth/v1.0/profile/update-password";
const list = "GET /api/auth/v1.0/sessions";
const here = { _id: "s1", createdAt: 1_790_000_000_000, lastSeenAt: 1_790_000_000_000, isCurrent: true };
const there = { ...here, _id: "s2", isCurrent: false };

function open(replies = {}) {
  return openConsole("/accounts/o1/account/profile", {
    ...signedIn(),
    [list]: { items: [here, there] },
    ...replies,
  });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the profile", () => {
  it("shows name and address, which nothing changes yet", async () => {
    await open();
    const about = await screen.findByRole("region", { name: "About you" });
    expect(about.textContent).toContain("Ada Lovelace");
    expect(about.textContent).toContain("ada@example.com");
    expect(within(about).queryByRole("textbox")).toBeNull();
  });

  async function change(current: string) {
    await screen.findByLabelText("New password");
    fireEvent.change(screen.getByLabelText("Current password"), { target: { value: current } });
    fireEvent.change(screen.getByLabelText("New password"), { target: { value: "correct horse" } });
    fireEvent.click(screen.getByRole("button", { name: "Change password" }));
  }

  it("changes the password by the current one, and reads anew where one is signed in", async () => {
    const { api } = await open({ [update]: { data: session.user } });
    await screen.findByRole("button", { name: /^End the session/ });
    api.answer({ [list]: { items: [here] } });
    await change("old horse");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^End the session/ })).toBeNull());
    expect(api.last(update)?.body).toEqual({ password: "correct horse", currentPassword: "old horse" });
    expect(screen.getByLabelText("New password")).toHaveProperty("value", "");
  });

  it("says at the field that the current password is needed", async () => {
    await open({ [update]: failWith("password_needed") });
    await change("");
    await screen.findByText("Enter your current password too.");
    expect(screen.getByLabelText("Current password").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("marks this session, and ends another", async () => {
    const end = "DELETE /api/auth/v1.0/sessions/s2";
    const { api } = await open({ [end]: () => undefined });
    const sessions = await screen.findByRole("list", { name: "Sessions" });
    expect(within(sessions).getAllByText("This one")).toHaveLength(1);
    api.answer({ [list]: { items: [here] } });
    fireEvent.click(within(sessions).getByRole("button", { name: /^End the session/ }));
    await waitFor(() => expect(within(sessions).getAllByRole("listitem")).toHaveLength(1));
    expect(api.last(end)).toBeTruthy();
  });
});

describe("the profile menu", () => {
  const item = (name: string) => screen.queryByRole("link", { name, hidden: true })?.getAttribute("href");

  it("leads to Your Profile and Manage Account", async () => {
    await openConsole("/accounts/o1/dashboard");
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(item("Your Profile")).toBe("/accounts/o1/account/profile");
    expect(item("Manage Account")).toBe("/accounts/o1/account/teams");
  });

  it("hides both from who is a support agent only", async () => {
    await openConsole("/accounts/o1/dashboard", signedIn(["support"]));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(item("Manage Account")).toBeUndefined();
    expect(item("Your Profile")).toBeUndefined();
  });
});
