import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../../shared/domain/access.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const read = "GET /api/account/v1/org/o1/agentusers";
const put = "PUT /api/account/v1/org/o1/agentusers";
const answer = (status: string) => ({ data: { status } });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  setWidth(1024);
  vi.restoreAllMocks();
});

/** The window of happy-dom can be made narrow; its type is not that of the page. */
function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
}

async function open(replies: Replies = {}, roles: Role[] = ["support"]) {
  const opened = await openConsole("/accounts/o1/dashboard", {
    ...signedIn(roles),
    [read]: answer("offline"),
    ...replies,
  });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  return opened;
}
const toggle = () => screen.findByRole("switch", { name: "Online" });

describe("the Online/Offline toggle", () => {
  it.each<[Role[], boolean]>([
    [["support"], true],
    [["support", "collaborator"], true],
    [["support", "owner"], false],
    [["support", "admin"], false],
    [["owner"], false],
    [["collaborator"], false],
  ])("for %j is there: %s", async (roles, isThere) => {
    await open({}, roles);
    if (isThere) await toggle();
    else expect(screen.queryByRole("switch", { name: "Online" })).toBeNull();
  });

  it.each([
    ["offline", "Go Online", "online"],
    ["online", "Go Offline", "offline"],
  ])("of a user who is %s asks '%s' in the line, and a tick changes it", async (before, label, after) => {
    const { api } = await open({ [read]: answer(before), [put]: answer(after) });
    fireEvent.click(await toggle());
    const question = screen.getByRole("group", { name: label });
    within(question).getByText(label);
    expect(api.last(put)).toBeUndefined();
    fireEvent.click(within(question).getByRole("button", { name: `Confirm: ${label}` }));
    await screen.findByText("Status changed successfully");
    expect(api.last(put)?.body).toEqual({ data: { status: after } });
    expect((await toggle()).getAttribute("aria-checked")).toBe(String(after === "online"));
  });

  it.each(["cross", "Escape"])("by a %s changes nothing", async (way) => {
    const { api } = await open();
    fireEvent.click(await toggle());
    const question = screen.getByRole("group", { name: "Go Online" });
    if (way === "cross") fireEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    else fireEvent.keyDown(within(question).getByRole("button", { name: "Cancel" }), { key: "Escape" });
    await toggle();
    expect(api.last(put)).toBeUndefined();
  });

  it("on a phone asks in a dialog with Confirm and Cancel", async () => {
    setWidth(400);
    const { api } = await open({ [put]: answer("online") });
    fireEvent.click(await toggle());
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(put)).toBeUndefined();
    fireEvent.click(await toggle());
    const dialog = await screen.findByRole("dialog", { name: "Go Online?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Status changed successfully");
    expect((await toggle()).getAttribute("aria-checked")).toBe("true");
  });

  it.each([
    ["the server's message", failWith("internal", { message: "The inbox rests." }), "The inbox rests."],
    [
      "the nested error's message",
      () => Response.json({ error: { message: "Not today." } }, { status: 500 }),
      "Not today.",
    ],
    ["'Something went wrong'", () => new Response("<html>", { status: 500 }), "Something went wrong"],
  ])("that fails tells %s in a toast, and stays as it was", async (_, reply, words) => {
    await open({ [put]: reply });
    fireEvent.click(await toggle());
    fireEvent.click(screen.getByRole("button", { name: "Confirm: Go Online" }));
    await screen.findByText(words);
    expect((await toggle()).getAttribute("aria-checked")).toBe("false");
  });

  it.each<[NotificationPermission, string]>([
    ["granted", "on"],
    ["denied", "off"],
  ])("asks for notes with the first press for Online, and not again once that is %s", async (said, kept) => {
    const requestPermission = vi.fn(async () => (FakeNotification.permission = said));
    class FakeNotification {
      static permission: NotificationPermission = "default";
      static requestPermission = requestPermission;
    }
    vi.stubGlobal("Notification", FakeNotification);
    vi.stubGlobal("isSecureContext", true);
    const turn = async (label: string, status: string) => {
      api.answer({ [put]: answer(status) });
      fireEvent.click(await toggle());
      fireEvent.click(screen.getByRole("button", { name: `Confirm: ${label}` }));
      await waitFor(async () =>
        expect((await toggle()).getAttribute("aria-checked")).toBe(String(status === "online")),
      );
    };
    const { api } = await open();
    await toggle();
    expect(requestPermission).not.toHaveBeenCalled();
    await turn("Go Online", "online");
    await turn("Go Offline", "offline");
    await turn("Go Online", "online");
    expect(requestPermission).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("browserNotes")).toBe(kept);
    vi.unstubAllGlobals();
  });

  it("goes away with its polling when the agent signs out", async () => {
    await open({
      [read]: answer("online"),
      "POST /api/account/v1/org/o1/agentusers/poll": answer("online"),
      "POST /api/auth/v1.0/authentication/logout": { redirectUrl: null },
    });
    await toggle();
    await waitFor(() => expect(sessionStorage.getItem("agentStatusPolling")).not.toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Logout", hidden: true }));
    await waitFor(() => expect(screen.queryByRole("switch", { name: "Online" })).toBeNull());
    expect(sessionStorage.getItem("agentStatusPolling")).toBeNull();
  });
});
