import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WidgetSurface } from "../../../shared/contract/surfaces.ts";
import { makeAgent, openScreen } from "../../../tests/kit/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../tests/kit/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/consoleServer.ts";
import { makeWidgetSettings, makeWidgetSurface } from "../../../tests/kit/samples.ts";
import { holdUnsaved } from "../../state/navigation.ts";
import { closeLive } from "../../state/live.ts";
import { reset } from "../../state/resource.ts";
import { surfaces } from "../../state/surface.ts";
import Deploy from "./Deploy.tsx";

const settings = makeWidgetSettings({
  ...{ title: "Harbour Help", welcome: "Hello!", placeholder: "Ask", primary: "#0e6a72", radius: 12 },
});
const conflict = { status: 409, code: "conflict", message: "This was changed in the meantime." };

function makeSurface(part: Partial<WidgetSurface> = {}): WidgetSurface {
  return makeWidgetSurface({ settings, ...part });
}

let server: ConsoleServer;
/** What the server has; saving goes by its revision, as in the real one. */
let stored: WidgetSurface;

beforeEach(() => {
  stored = makeSurface();
  server = startConsoleServer();
  server.on("GET agent", () => ({ body: { data: makeAgent() } }));
  server.on("GET surfaces/widget", () => ({ body: { data: stored } }));
  server.on("PUT surfaces/widget", ({ body }) => {
    const { data } = body as { data: WidgetSurface }; // as the contract has it
    if (data.revision !== stored.revision) return conflict;
    stored = { ...stored, ...data, revision: stored.revision + 1 };
    return { body: { data: stored } };
  });
  server.on("POST surfaces/widget/preview-ticket", {
    body: { data: { ticket: "ticket-1", expiresAt: Date.now() + 600_000 } },
  });
});
afterEach(() => {
  holdUnsaved(null);
  closeLive();
  reset(surfaces);
  vi.unstubAllGlobals();
});

async function open() {
  openScreen({ at: "deploy", route: "deploy", screen: Deploy });
  await screen.findByText("Allowed domains");
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
}

const saved = () => server.sent("PUT surfaces/widget").map((body) => (body as { data: WidgetSurface }).data);

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

describe("what takes effect at once", () => {
  it("turns green with the origin the moment a page loads the widget", async () => {
    await open();
    expect(screen.getByText("Waiting for the first load.")).toBeTruthy();
    stored = makeSurface({ lastSeen: { at: Date.now(), origin: "https://shop.example" } });
    act(() => server.tell({ type: "agent" }));
    expect(await screen.findByText("https://shop.example")).toBeTruthy();
    expect(screen.queryByText("Waiting for the first load.")).toBeNull();
  });

  it("warns while any site may show the agent, and saves a domain without what is only typed", async () => {
    await open();
    expect(screen.getByText(/Any site may show this agent/)).toBeTruthy();
    type("Title", "Half typed");
    type("Add a domain", "https://Shop.example/contact");
    fireEvent.click(screen.getByRole("button", { name: "Add" }));
    const list = await screen.findByRole("list", { name: "Allowed domains" });
    expect(within(list).getByText("shop.example")).toBeTruthy();
    expect(saved()).toEqual([{ revision: 4, enabled: true, allowedDomains: ["shop.example"], settings }]);
    expect(screen.getByText("1 unsaved change")).toBeTruthy();
  });

  it("says what is no domain and sends nothing", async () => {
    await open();
    type("Add a domain", "not a domain");
    fireEvent.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText(/Write a domain like example.com/)).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  it("switches the chat off on top of what a colleague has just saved", async () => {
    await open();
    stored = makeSurface({ revision: 9, allowedDomains: ["shop.example"] });
    fireEvent.click(screen.getByRole("switch", { name: "Chat widget is on" }));
    await vi.waitFor(() =>
      expect(stored).toMatchObject({ enabled: false, allowedDomains: ["shop.example"] }),
    );
  });
});

describe("the look", () => {
  it("saves what is typed, leaves blank lines out, and has nothing unsaved afterwards", async () => {
    await open();
    type("Title", "Ask us");
    fireEvent.click(screen.getByRole("button", { name: "Add suggestion" }));
    type("Suggestions 1", "  How long does shipping take? ");
    fireEvent.click(screen.getByRole("button", { name: "Add suggestion" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
    expect(stored.settings).toEqual({
      ...settings,
      title: "Ask us",
      suggestions: ["How long does shipping take?"],
    });
  });

  it("tells of a colleague's look before it overwrites it", async () => {
    await open();
    type("Title", "Mine");
    stored = makeSurface({ revision: 5, settings: { ...settings, title: "Theirs" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/changed this agent in the meantime/)).toBeTruthy();
    expect(stored.settings.title).toBe("Theirs");
    fireEvent.click(screen.getByRole("button", { name: "Overwrite" }));
    await vi.waitFor(() => expect(stored.settings.title).toBe("Mine"));
  });

  it("takes a colleague's look on Reload", async () => {
    await open();
    type("Title", "Mine");
    stored = makeSurface({ revision: 5, settings: { ...settings, title: "Theirs" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    fireEvent.click(await screen.findByRole("button", { name: "Reload" }));
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Theirs"));
  });

  it("warns of a colour in which buttons would sink into their ground", async () => {
    await open();
    expect(screen.queryByText(/hardly show/)).toBeNull();
    type("Colour", "#fdf7ef");
    expect(await screen.findByText(/hardly show on the light ground/)).toBeTruthy();
  });

  it("takes ten suggestions and no more", async () => {
    stored = makeSurface({
      settings: { ...settings, suggestions: Array.from({ length: 10 }, (_, i) => `Q${i}`) },
    });
    await open();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add suggestion" }).disabled).toBe(true);
  });
});

describe("what can go wrong with the page", () => {
  it("tells a role that may not read it who may", async () => {
    server.on("GET surfaces/widget", { status: 403, code: "forbidden" });
    openScreen({ at: "deploy", route: "deploy", screen: Deploy, roles: ["support"] });
    expect(await screen.findByText(/You need Owner, Admin,? or Advisor/)).toBeTruthy();
  });
});

describe("the preview", () => {
  it("hands the frame a ticket for the draft, and each change as it is typed", async () => {
    await open();
    const frame = screen.getByTitle<HTMLIFrameElement>("Preview of the chat");
    expect(frame.getAttribute("src")).toBe("/embed/token-1");
    const heard = connect(frame);
    await vi.waitFor(() => expect(heard.map(({ type }) => type)).toContain("init"));
    const preview = { ticket: "ticket-1", configuration: { agentId, preview: true, settings } };
    expect(heard.find(({ type }) => type === "init")?.payload).toMatchObject({
      ...{ closable: false, look: {}, preview },
    });
    type("Title", "Ask us");
    await vi.waitFor(() =>
      expect(heard.at(-1)).toMatchObject({
        ...{ type: "update", payload: { configuration: { settings: { title: "Ask us" } } } },
      }),
    );
    fireEvent.click(within(screen.getByRole("region", { name: "Preview" })).getByLabelText("Dark"));
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: "look", payload: { scheme: "dark" } }));
  });

  it("says why it can't answer, and tries again", async () => {
    server.on("POST surfaces/widget/preview-ticket", { status: 500, code: "internal", message: "Broken." });
    await open();
    connect(screen.getByTitle<HTMLIFrameElement>("Preview of the chat"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Broken.");
  });
});

interface Told {
  type: string;
  payload: unknown;
}

/** Plays the frame's part of the handshake; gives all that it is told. */
function connect(frame: HTMLIFrameElement): Told[] {
  const told: Told[] = [];
  const inside = {
    postMessage: (_message: unknown, _origin: string, [port]: MessagePort[]) => {
      if (port) port.onmessage = ({ data }) => told.push(data);
    },
  };
  Object.defineProperty(frame, "contentWindow", { value: inside });
  const hello = new Event("message");
  Object.assign(hello, {
    ...{ source: inside, origin: location.origin, ports: [] },
    data: { ns: "pilothouse-chat", v: 1, type: "hello", payload: { v: 1 } },
  });
  act(() => void dispatchEvent(hello));
  return told;
}
