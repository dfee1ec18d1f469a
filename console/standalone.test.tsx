import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import type { Replies } from "../tests/kit/console/fakeApi.ts";
import {
  makeAgent,
  makeOrganization,
  openConsole,
  signedIn,
  signedOut,
} from "../tests/kit/console/openConsole.tsx";
import { makeContact, makeThread } from "../tests/kit/samples.ts";

const agents = [makeAgent(), makeAgent({ id: "a2", name: "Harbour Sales" })];
const apps = "/api/console/v1/org/o1/copilotapps";
const thread = makeThread({
  ...{ id: "t1", agentId: "a1", title: "Returns" },
  contact: makeContact({ id: "c1", name: "Visitor one" }),
});
const inbox = {
  ...signedIn(["owner"], agents),
  [`GET ${apps}/a1/threads`]: { items: [thread], page: { page: 1, limit: 25, total: 1 } },
  [`GET ${apps}/a1/threads/t1`]: { data: thread },
  [`GET ${apps}/a1/threads/t1/messages`]: { items: [], hasMore: false },
};

afterEach(() => vi.unstubAllGlobals());

describe.each(["/inbox", "/conversations"])("%s without the console bar", (start) => {
  it("shows an agent's conversations, and leads to each below its own address", async () => {
    await openConsole(`${start}/o1/a1`, inbox);
    const row = await screen.findByRole("link", { name: /Visitor one/ });
    expect(row.getAttribute("href")).toBe(`${start}/o1/a1/t1`);
    expect(screen.getByRole("heading", { level: 1, name: "Inbox" })).toBeTruthy();
    expect(screen.queryByRole("complementary", { name: "Agents and menu" })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "Open contacts", hidden: true })).toBeNull();
    await waitFor(() => expect(document.title).toBe("Harbour Help · Inbox · Pilothouse"));
  });

  it("opens a conversation by its address, with the way back to the list", async () => {
    await openConsole(`${start}/o1/a1/t1`, inbox);
    const back = await screen.findByTitle("Back to the list");
    expect(back.getAttribute("href")).toBe(`${start}/o1/a1`);
  });

  it("leads to the other agents", async () => {
    await openConsole(`${start}/o1/a1`, inbox);
    fireEvent.click(await screen.findByRole("button", { name: /Harbour Help/ }));
    const menu = await screen.findByRole("navigation", { name: "Agents" });
    const links = within(menu).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([`${start}/o1/a1`, `${start}/o1/a2`]);
    expect(links[0]?.getAttribute("aria-current")).toBe("true");
    expect(screen.getByRole("link", { name: "Open in the console" }).getAttribute("href")).toBe(
      "/accounts/o1/cp/a1/inbox/conversations",
    );
  });

  it("shows the list with a word where a conversation is not there", async () => {
    await openConsole(`${start}/o1/a1/gone`, {
      ...inbox,
      [`GET ${apps}/a1/threads/gone`]: failWith("not_found"),
      [`GET ${apps}/a1/threads/gone/messages`]: failWith("not_found"),
    });
    expect(await screen.findByText(/This conversation no longer exists/)).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe(`${start}/o1/a1`));
    expect(await screen.findByRole("link", { name: /Visitor one/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText(/This conversation no longer exists/)).toBeNull());
  });

  it("shows that there is no access to another organization or a missing agent", async () => {
    await openConsole(`${start}/o9/a1`, inbox);
    expect(await screen.findByText("You have no access to this inbox")).toBeTruthy();
    await openConsole(`${start}/o1/a9`, { ...inbox, [`GET ${apps}/a9`]: failWith("not_found") });
    expect(await screen.findByText("This agent no longer exists")).toBeTruthy();
  });

  it("offers another agent's inbox if the agent is missing, and none if there is no other", async () => {
    const gone = { [`GET ${apps}/a9`]: failWith("not_found") };
    const open = async (replies: Replies) => {
      await openConsole(`${start}/o1/a9`, { ...inbox, ...replies, ...gone });
      await screen.findByText("This agent no longer exists");
      return within(screen.getByRole("main"));
    };
    const main = await open({});
    const link = await main.findByRole("link", { name: "Open the inbox of Harbour Help" });
    expect(main.getAllByRole("link")).toEqual([link]);
    expect(link.getAttribute("href")).toBe(`${start}/o1/a1`);
    fireEvent.click(link);
    expect(await screen.findByRole("link", { name: /Visitor one/ })).toBeTruthy();
    const alone = await open(signedIn(["owner"], []));
    await alone.findByText(/You have no other inbox here/);
    expect(alone.queryByRole("link")).toBeNull();
  });

  it("lets a network fault be tried again", async () => {
    const { api } = await openConsole(`${start}/o1/a1`, {
      ...inbox,
      "GET /api/organisation/token/o1": failWith("internal"),
    });
    const retry = await screen.findByRole("button", { name: /Try again|Retry/i });
    api.answer({ "GET /api/organisation/token/o1": { data: { token: "bearer1", roles: ["owner"] } } });
    fireEvent.click(retry);
    expect(await screen.findByRole("link", { name: /Visitor one/ })).toBeTruthy();
  });

  it("asks visitors to sign in first, and remembers the conversation", async () => {
    const { sentTo } = await openConsole(`${start}/o1/a1/t1`, signedOut);
    await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
    expect(sessionStorage.getItem("redirectUrl")).toBe(`${start}/o1/a1/t1`);
  });
});

it("a support agent goes online and offline there", async () => {
  await openConsole("/inbox/o1/a1", {
    ...inbox,
    ...signedIn(["support"], agents),
    [`GET ${apps}/a1/threads`]: inbox[`GET ${apps}/a1/threads`],
    "GET /api/organisation/organization": { items: [makeOrganization({ roles: ["support"] })] },
  });
  expect((await screen.findByRole("switch", { name: "Online" })).getAttribute("aria-checked")).toBe("false");
});

it.each(["/inbox", "/conversations"])(
  "%s says how it is installed, and offers to where the browser does",
  async (start) => {
    await openConsole(`${start}/o1/a1`, inbox);
    await screen.findByRole("link", { name: /Visitor one/ });
    const manifest = document.head.querySelector("link[rel=manifest]");
    expect(manifest?.getAttribute("href")).toBe(`${start}/o1/a1/app.webmanifest`);
    expect(document.head.querySelector("meta[name=theme-color]")).not.toBeNull();
    const prompt = vi.fn(async () => ({ outcome: "accepted" }));
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
    window.dispatchEvent(offer);
    expect(offer.defaultPrevented).toBe(true);
    expect(prompt).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: /Harbour Help/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Install as an app" }));
    await waitFor(() => expect(prompt).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.queryByRole("button", { name: "Install as an app" })).toBeNull());
  },
);
