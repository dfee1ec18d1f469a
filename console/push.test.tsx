import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PushState } from "../shared/contract/notifications/push.ts";
import { pushKinds } from "../shared/domain/push.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

const path = "/api/account/v1/org/o1/push";
const state: PushState = {
  ...{ publicKey: "BPublic", kinds: [...pushKinds], hidesText: false },
  ...{ quietHours: null, devices: [] },
};
const device = {
  id: "d1",
  device: "Chrome on Android",
  isCurrent: true,
  createdAt: 1_790_000_000_000,
  lastSentAt: null,
};
const keys = { p256dh: "p".repeat(87), auth: "a".repeat(22) };
const subscription = {
  toJSON: () => ({ endpoint: "https://push.example.com/1", keys }),
  unsubscribe: vi.fn(),
};

const requestPermission = vi.fn(async () => "granted");
const subscribe = vi.fn(async () => subscription);

/** A browser that can push; `agent` is what it says it is. */
function useBrowser({
  permission = "default",
  canPush = true,
  agent = "Mozilla/5.0 (X11; Linux)",
  shown = [] as { tag: string; close: () => void }[],
} = {}): void {
  vi.stubGlobal("isSecureContext", true);
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  if (!canPush) return;
  vi.stubGlobal("Notification", { permission, requestPermission });
  vi.stubGlobal("PushManager", class {});
  const pushManager = { subscribe, getSubscription: async () => subscription };
  const registration = { active: {}, pushManager, getNotifications: async () => shown };
  const getRegistrations = async () => [registration];
  const worker = { register: async () => registration, getRegistrations, startMessages: vi.fn() };
  const serviceWorker = Object.assign(new EventTarget(), worker);
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
}

async function openMenu(push: PushState = state) {
  const opened = await openConsole("/inbox/o1/a1", { ...signedIn(), [`GET ${path}`]: { data: push } });
  fireEvent.click(await screen.findByRole("button", { name: /Menu and other agents/ }));
  await screen.findByText("Notifications on this device");
  return opened;
}

const findSwitch = () => screen.findByRole("switch", { name: "Notifications on this device" });

beforeEach(() => {
  requestPermission.mockClear();
  subscribe.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

describe("notifications on a device", () => {
  it("are off, and nothing asks, until the switch is pressed", async () => {
    useBrowser();
    const { api } = await openMenu();
    expect((await findSwitch()).getAttribute("aria-checked")).toBe("false");
    expect(requestPermission).not.toHaveBeenCalled();
    api.answer({ [`POST ${path}/devices`]: { data: { ...state, devices: [device] } } });
    vi.stubGlobal("Notification", { permission: "granted", requestPermission });
    fireEvent.click(await findSwitch());
    await waitFor(async () => expect((await findSwitch()).getAttribute("aria-checked")).toBe("true"));
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "BPublic" });
    expect(api.last(`POST ${path}/devices`)?.body).toEqual({
      data: { endpoint: "https://push.example.com/1", keys },
    });
  });

  it("are turned off by the same switch", async () => {
    useBrowser({ permission: "granted" });
    const { api } = await openMenu({ ...state, devices: [device] });
    api.answer({ [`DELETE ${path}/devices/d1`]: new Response(null, { status: 204 }) });
    await waitFor(async () => expect((await findSwitch()).getAttribute("aria-checked")).toBe("true"));
    fireEvent.click(await findSwitch());
    await waitFor(async () => expect((await findSwitch()).getAttribute("aria-checked")).toBe("false"));
    expect(api.last(`DELETE ${path}/devices/d1`)).toBeTruthy();
  });

  it.each([
    ["were refused", { permission: "denied" }, /Blocked\. Allow notifications for this site/],
    [
      "need an installed app",
      { canPush: false, agent: "Mozilla/5.0 (iPhone; CPU)" },
      /choose Add to Home Screen/,
    ],
    ["are not known to the browser", { canPush: false }, /Not available\. This needs a browser with push/],
  ])("that %s have no switch, but a word on what to do", async (_, browser, words) => {
    useBrowser(browser);
    await openMenu();
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole("switch")).toBeNull());
  });

  it("announce the chosen news, and hide texts on request", async () => {
    useBrowser();
    const { api } = await openMenu();
    const change = (kinds: PushState["kinds"], hidesText = false) =>
      api.answer({ [`PATCH ${path}`]: { data: { ...state, kinds, hidesText } } });
    fireEvent.click(screen.getByRole("button", { name: "Notification settings" }));
    const asked = await screen.findByRole("checkbox", {
      name: "A visitor asks for a person, or waits again",
    });
    change(["mentioned", "assigned", "overdue", "approval", "message"]);
    fireEvent.click(asked);
    await waitFor(() =>
      expect(api.last(`PATCH ${path}`)?.body).toEqual({
        data: { kinds: ["mentioned", "assigned", "overdue", "approval", "message"] },
      }),
    );
    fireEvent(screen.getByRole("dialog", { name: "Notifications" }), new Event("cancel", { bubbles: true }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Notifications" })).toBeNull());
    // Escape closed the dialog, and not what it stands over.
    fireEvent.click(screen.getByRole("button", { name: "Notification settings" }));
    await screen.findByRole("checkbox", { name: "Hide message and sender" });
    change(["mentioned", "assigned", "overdue", "approval", "message"], true);
    fireEvent.click(screen.getByRole("checkbox", { name: "Hide message and sender" }));
    await waitFor(() => expect(api.last(`PATCH ${path}`)?.body).toEqual({ data: { hidesText: true } }));
  });

  it.each([
    ["signs out", async () => (await import("./state/accounts/authentication.ts")).signOut()],
    [
      "is signed in no more",
      async () => (await import("./state/accounts/profile.ts")).removePicture().catch(() => {}),
    ],
  ])("leave none behind of somebody who %s", async (_, leave) => {
    const note = { tag: "t1", close: vi.fn() };
    useBrowser({ permission: "granted", shown: [note] });
    const { api } = await openConsole("/accounts/o1/dashboard");
    await screen.findByRole("main");
    expect(note.close).not.toHaveBeenCalled();
    api.answer({
      "POST /api/auth/v1.0/authentication/logout": { redirectUrl: null },
      "DELETE /api/auth/v1.0/profile/picture": failWith("unauthenticated"),
    });
    await leave();
    await waitFor(() => expect(note.close).toHaveBeenCalled());
  });

  it("are listed by device in the profile, and each can be ended there", async () => {
    useBrowser();
    const profile = {
      timeZone: null,
      dateFormat: null,
      language: null,
      mailsOnAccept: true,
      hasPassword: true,
    };
    const answers = signedIn();
    const user = (answers["GET /api/auth/v1.0/profile/detail"] as { data: object }).data;
    const { api } = await openConsole("/accounts/o1/account/profile", {
      ...answers,
      "GET /api/auth/v1.0/profile/detail": {
        data: { ...user, ...profile, newEmail: null, secondFactor: null },
      },
      [`GET ${path}`]: { data: { ...state, devices: [{ ...device, isCurrent: false }] } },
    });
    api.answer({ [`DELETE ${path}/devices/d1`]: new Response(null, { status: 204 }) });
    const app = await screen.findByRole("region", { name: "The inbox as an app" });
    const [first] = within(app).getAllByRole("link");
    expect(first?.getAttribute("href")).toBe("/inbox/o1/a1");
    fireEvent.click(await screen.findByRole("button", { name: /^Remove Chrome on Android/ }));
    await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  });
});
