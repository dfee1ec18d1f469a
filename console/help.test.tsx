import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Configuration } from "../shared/contract/configuration.ts";
import { configurePage } from "../tests/kit/surfaces/configure.ts";
import { openConsole } from "../tests/kit/console/openConsole.tsx";

const dashboard = "/accounts/o1/dashboard";
const token = "0123456789abcdef0123456789abcdef";
const ada = { name: "Ada Lovelace", email: "ada@example.com" };
const configured = { supportBotToken: token };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.resetModules();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  globalThis.dataLayer = undefined;
});

/** Puts a widget in the place of the module that the server offers; gives what it was asked, in order. */
async function watchWidget() {
  const { helpEdge } = await import("./state/shell/helpEdge.ts");
  const asked: unknown[] = [];
  const note =
    (name: string) =>
    async (...rest: unknown[]) =>
      void asked.push([name, ...rest]);
  helpEdge.load = async (address) => {
    asked.push(["load", address]);
    return {
      createWidget: async (options) => {
        asked.push(["create", options]);
        const methods = { open: note("open"), identify: note("identify") };
        return { ready: Promise.resolve(), ...methods, logout: note("logout"), destroy: note("destroy") };
      },
    };
  };
  return { asked, helpEdge };
}

describe("the help's chat", () => {
  async function startAt(part: Partial<Configuration> = configured) {
    configurePage(part);
    vi.useFakeTimers();
    const { asked } = await watchWidget();
    const help = await import("./state/shell/helpChat.ts");
    help.startChat(ada);
    return { asked, help };
  }

  it("is our own widget by its module, and gets its first user after 1500 ms", async () => {
    const { asked } = await startAt();
    await vi.advanceTimersByTimeAsync(1499);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([
      ["load", `${location.origin}/widget.mjs`],
      ["create", { token, mode: "none", theme: "auto", identity: ada }],
    ]);
    const { userAgent } = await import("./state/platform/userAgent.ts");
    expect(userAgent.isFcWidgetLoaded).toBe(true);
  });

  it("opens at once for who can't wait, and is told the user when it is time", async () => {
    const { asked, help } = await startAt({ ...configured, supportBotOrigin: "https://help.example.com" });
    help.openChat();
    await vi.advanceTimersByTimeAsync(1499);
    expect(asked).toEqual([
      ["load", "https://help.example.com/widget.mjs"],
      ["create", { token, mode: "none", theme: "auto" }],
      ["open"],
    ]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.at(-1)).toEqual(["identify", ada]);
  });

  it("forgets the user of who signs out, and one that was not told yet is never told", async () => {
    const { asked, help } = await startAt();
    await vi.advanceTimersByTimeAsync(1500);
    await help.endChat();
    expect(asked.slice(2)).toEqual([["logout"], ["destroy"]]);
    help.startChat(ada);
    await help.endChat();
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(4);
  });
});

describe("Get Help", () => {
  it("is not there without a token, and nothing of it is loaded", async () => {
    await openConsole(dashboard);
    const { asked } = await watchWidget();
    const { endHelp, startHelp } = await import("./state/shell/help.ts");
    startHelp(ada);
    await endHelp();
    expect(asked).toEqual([]);
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(screen.queryByRole("button", { name: "Get Help" })).toBeNull();
  });

  it("opens the chat; where that does not come it says so, and tries again at the next click", async () => {
    configurePage(configured);
    await openConsole(dashboard);
    const { asked, helpEdge } = await watchWidget();
    const { load } = helpEdge;
    helpEdge.load = () => Promise.reject(new Error("blocked"));
    fireEvent.click(await screen.findByRole("button", { name: "Get Help" }));
    await screen.findByText("Help could not be opened. Please try again.");
    helpEdge.load = load;
    fireEvent.click(screen.getByRole("button", { name: "Get Help" }));
    await waitFor(() => expect(asked).toContainEqual(["open"]));
  });

  it("unsets the user before signing out", async () => {
    configurePage(configured);
    const { sentTo } = await openConsole(dashboard, {
      "POST /api/auth/v1.0/authentication/logout": { redirectUrl: null },
    });
    const { asked } = await watchWidget();
    fireEvent.click(await screen.findByRole("button", { name: "Get Help" }));
    await waitFor(() => expect(asked).toContainEqual(["open"]));
    const { authentication, signOut } = await import("./state/accounts/authentication.ts");
    const { organization } = await import("./state/accounts/organization.ts");
    expect([authentication.isUserLoggedIn, organization._id]).toEqual([true, "o1"]);
    await signOut();
    expect([authentication.user, organization._id]).toEqual([null, null]);
    expect(asked.slice(-2)).toEqual([["logout"], ["destroy"]]);
    expect(sentTo).toEqual(["/auth/login"]);
  });
});

describe("Book a Demo", () => {
  const meetingUrl = "https://meet.example.com/us?utm_medium=product";

  it("is not there without a link", async () => {
    await openConsole(dashboard);
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(screen.queryByRole("link", { name: "Book a Demo" })).toBeNull();
  });

  it("opens the meeting link in a new tab with the campaign's tags, and never with a token", async () => {
    configurePage({ meetingUrl, tagManagerId: "GTM-TEST" });
    await openConsole(
      `${dashboard}?utm_source=news&utm_medium=mail&utm_campaign=50%2520off&ref=friend&token=secret`,
    );
    const link = await screen.findByRole("link", { name: "Book a Demo" });
    const url = new URL(link.getAttribute("href") ?? "");
    expect(url.origin + url.pathname).toBe("https://meet.example.com/us");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      utm_source: "news",
      utm_medium: "product",
      utm_campaign: "50%20off",
      ref: "friend",
    });
    expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noopener"]);
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    expect(globalThis.dataLayer).toEqual([{ event: "book_demo_clicked", environment: "production" }]);
  });
});
