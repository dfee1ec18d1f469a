import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeAgent, makeSource, openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { browser } from "../../../state/platform/browser.ts";
import { dataSources } from "../../../state/knowledge/dataSources.ts";
import { closeLive } from "../../../state/platform/live.ts";
import { reset } from "../../../state/platform/resource.ts";
import DataSources from "../DataSources.tsx";

const connectOf = (provider: string) =>
  `GET /api/organisation/v1.0/org/${orgId}/integrations/connect/${provider}`;
const drivePicker = "GET /api/webhooks/v1/open-google-drive-picker";
const account = {
  ...{ id: "connection-1", provider: "googleDrive", name: "ada@example.com", state: "connected" },
  createdAt: 1,
};
const ready = { signIn: { isReady: true, missing: [] }, takesToken: false, connections: [account] };

function pick(name: string, type: string, id = name.toLowerCase()) {
  return { id, name, type, what: type === "folder" ? "Folder" : "Google Doc", modifiedAt: null };
}

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 100, total: items.length } } };
}

let server: ConsoleServer;
const goneTo: string[] = [];
const go = browser.go;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET datasources", listOf([makeSource()]));
  server.on("GET datasources/shared", listOf([]));
  server.on("GET datasources/zone", { status: 404, code: "not_found" });
  browser.go = (path) => void goneTo.push(path);
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  reset(dataSources);
  browser.go = go;
  goneTo.length = 0;
});

function open(at: string) {
  return openScreen({ at, route: "datasources", screen: DataSources });
}

/** Answers the picker by where it looks. */
function serveDrive(): void {
  server.on(drivePicker, ({ query }) => {
    const items = query["link"]
      ? [pick("Linked", "file")]
      : query["search"]
        ? []
        : query["inside"]
          ? [pick("Hours", "file"), pick("Prices", "file")]
          : [pick("My Drive", "place", "root"), pick("Help", "folder")];
    return { body: { data: { items, next: null } } };
  });
}

describe("a source of somebody's account", () => {
  it("is chosen folder by folder, by search and by link, and added with the account", async () => {
    server.on(connectOf("googleDrive"), { body: { data: ready } });
    serveDrive();
    open("datasources?add=googleDrive");
    fireEvent.click(await screen.findByRole("button", { name: "Open Help" }));
    fireEvent.click(await screen.findByRole("checkbox", { name: /^Hours/ }));
    expect(screen.getByText("1 chosen:")).toBeTruthy();
    expect(
      within(screen.getByRole("navigation", { name: "Current location" })).getByText("Help"),
    ).toBeTruthy();
    const search = screen.getByRole("searchbox", { name: "Search by name, or paste a link" });
    fireEvent.change(search, { target: { value: "nothing" } });
    expect(await screen.findByText("No results for “nothing”.")).toBeTruthy();
    fireEvent.change(search, { target: { value: "https://docs.google.com/document/d/linked-document" } });
    fireEvent.click(await screen.findByRole("checkbox", { name: /^Linked/ }));
    server.on("POST datasources", { body: { data: makeSource({ name: "Hours and 1 more" }) } });
    fireEvent.click(screen.getByRole("button", { name: "Add from Google Drive" }));
    await waitFor(() => expect(server.sent("POST datasources")).toHaveLength(1));
    const items = [
      { id: "hours", name: "Hours", type: "file" },
      { id: "linked", name: "Linked", type: "file" },
    ];
    const config = { kind: "googleDrive", connectionId: "connection-1", items, maxItems: 1000 };
    expect(server.sent("POST datasources")).toEqual([{ data: { name: "", config } }]);
  });

  it("is walked through by the arrow keys, and what lies in a chosen folder is chosen with it", async () => {
    server.on(connectOf("googleDrive"), { body: { data: ready } });
    serveDrive();
    open("datasources?add=googleDrive");
    const place = await screen.findByRole("button", { name: /^My Drive/ });
    place.focus();
    fireEvent.keyDown(place, { key: "ArrowDown" });
    const folder = screen.getByRole("checkbox", { name: /^Help/ });
    expect(document.activeElement).toBe(folder);
    fireEvent.click(folder);
    fireEvent.keyDown(screen.getByRole("checkbox", { name: /^Help/ }), { key: "ArrowRight" });
    const inside = await screen.findByRole("checkbox", { name: /^Hours/ });
    expect((inside as HTMLInputElement).checked).toBe(true);
    expect(screen.getAllByText("With Help")).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Leave out Help" }));
    await waitFor(() =>
      expect(screen.getByRole("checkbox", { name: /^Hours/ })).toHaveProperty("checked", false),
    );
  });

  it("says what went wrong in the account, and reads again", async () => {
    server.on(connectOf("googleDrive"), { body: { data: ready } });
    server.on(drivePicker, {
      status: 500,
      code: "internal",
      message: "Something went wrong",
    });
    open("datasources?add=googleDrive");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Something went wrong");
    serveDrive();
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("button", { name: /^My Drive/ })).toBeTruthy();
  });

  it("forgets an account when asked, and says what that means first", async () => {
    server.on(connectOf("googleDrive"), { body: { data: ready } });
    serveDrive();
    open("datasources?add=googleDrive");
    fireEvent.click(await screen.findByRole("button", { name: "Disconnect" }));
    const dialog = await screen.findByRole("dialog", { name: "Disconnect ada@example.com?" });
    const removing = `DELETE ${connectOf("googleDrive").slice(4)}/connection-1`;
    server.on(removing, { body: null });
    server.on(connectOf("googleDrive"), { body: { data: { ...ready, connections: [] } } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    expect(await screen.findByRole("button", { name: "Sign in with Google" })).toBeTruthy();
    expect(server.sent(removing)).toHaveLength(1);
  });

  it("leads to the provider, and back to this form", async () => {
    server.on(connectOf("googleDrive"), { body: { data: { ...ready, connections: [] } } });
    server.on("GET /api/webhooks/v1/oauth-url", {
      body: { data: { url: "https://accounts.example/agree" } },
    });
    open("datasources?add=googleDrive");
    fireEvent.click(await screen.findByRole("button", { name: "Sign in with Google" }));
    await waitFor(() => expect(goneTo).toEqual(["https://accounts.example/agree"]));
    const asked = server.requests.find(({ path }) => path.endsWith("/oauth-url"));
    expect(asked?.query).toMatchObject({
      type: "googleDrive",
      returnTo: expect.stringMatching(/\?add=googleDrive$/),
    });
    expect(screen.getByRole("button", { name: "Add from Google Drive" }).hasAttribute("disabled")).toBe(true);
  });

  it("names the settings that are missing, where they can be named", async () => {
    const missing = ["GOOGLE_DRIVE_CLIENT_ID", "GOOGLE_DRIVE_CLIENT_SECRET"];
    const none = { signIn: { isReady: false, missing }, takesToken: false, connections: [] };
    server.on(connectOf("googleDrive"), { body: { data: none } });
    open("datasources?add=googleDrive");
    expect(await screen.findByText("GOOGLE_DRIVE_CLIENT_ID")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Sign in with Google" })).toBeNull();
  });

  it("tells others to ask an administrator", async () => {
    const none = { signIn: { isReady: false, missing: [] }, takesToken: false, connections: [] };
    server.on(connectOf("googleDrive"), { body: { data: none } });
    open("datasources?add=googleDrive");
    expect(await screen.findByText("Ask an administrator to set it up.")).toBeTruthy();
  });

  it("takes a token of Notion, and says beside the field where it is refused", async () => {
    const none = {
      signIn: { isReady: false, missing: ["NOTION_CLIENT_ID"] },
      takesToken: true,
      connections: [],
    };
    server.on(connectOf("notion"), { body: { data: none } });
    const message = "Notion rejects this token. Copy the whole token again.";
    server.on("POST datasources/verify-token", {
      ...{ status: 400, code: "invalid_input", message: "Check the fields." },
      fields: [{ path: "body.data.token", message }],
    });
    open("datasources?add=notion");
    fireEvent.change(await screen.findByLabelText("Integration token"), { target: { value: "ntn_wrong" } });
    fireEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findByText(message)).toBeTruthy();
    const own = { ...account, provider: "notion", name: "Harbour" };
    server.on("POST datasources/verify-token", { body: { data: own } });
    server.on(connectOf("notion"), { body: { data: { ...none, connections: [own] } } });
    server.on("GET /api/webhooks/v1/open-notion-picker", {
      body: { data: { items: [pick("Handbook", "page")], next: null } },
    });
    fireEvent.click(screen.getByRole("button", { name: "Connect" }));
    expect(await screen.findByRole("checkbox", { name: /^Handbook/ })).toBeTruthy();
    expect(screen.queryByLabelText("Integration token")).toBeNull();
  });

  it("can be ended by those who answer for the organization where another member connected it", async () => {
    const theirs = { ...account, id: "connection-2", name: "grace@example.com" };
    const source = makeSource({
      name: "Help",
      config: {
        ...{ kind: "googleDrive", connectionId: theirs.id, maxItems: 1000 },
        items: [{ id: "help", name: "Help", type: "folder" }],
      },
      connection: {
        ...{ id: theirs.id, provider: "googleDrive", name: theirs.name, state: "connected" },
      },
    });
    server.on("GET datasources", listOf([source]));
    server.on(connectOf("googleDrive"), { body: { data: { ...ready, connections: [] } } });
    open("datasources");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
    expect(await screen.findByText(/^grace@example.com, another member’s account, reads this/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Disconnect" }));
    const dialog = await screen.findByRole("dialog", { name: "Disconnect grace@example.com?" });
    const removing = `DELETE ${connectOf("googleDrive").slice(4)}/connection-2`;
    server.on(removing, { body: null });
    server.on("GET datasources", listOf([{ ...source, connection: null }]));
    fireEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    await waitFor(() => expect(screen.queryByText(/another member’s account/i)).toBeNull());
    expect(server.sent(removing)).toHaveLength(1);
  });

  it("asks to reconnect when the provider refuses the access", async () => {
    const lost = makeSource({
      ...{
        name: "Help",
        status: "partly",
        error: "Google Drive no longer accepts our access. Connect again.",
      },
      config: {
        ...{ kind: "googleDrive", connectionId: "connection-1", maxItems: 1000 },
        items: [{ id: "help", name: "Help", type: "folder" }],
      },
      connection: { id: "connection-1", provider: "googleDrive", name: "ada@example.com", state: "expired" },
    });
    server.on("GET datasources", listOf([lost]));
    server.on(connectOf("googleDrive"), { body: { data: { ...ready, connections: [] } } });
    server.on("GET /api/webhooks/v1/oauth-url", {
      body: { data: { url: "https://accounts.example/agree" } },
    });
    open("datasources");
    fireEvent.click(await screen.findByRole("button", { name: "Connect again" }));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Sign in with Google" }));
    await waitFor(() => expect(goneTo).toHaveLength(1));
    const asked = server.requests.find(({ path }) => path.endsWith("/oauth-url"));
    expect(asked?.query).toMatchObject({ sourceId: "source-1", agentId: "agent-1" });
  });
});
