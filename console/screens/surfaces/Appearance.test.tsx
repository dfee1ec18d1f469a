import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectFrame } from "../../../tests/kit/surfaces/connectFrame.ts";
import { agentId, orgId } from "../../../tests/kit/console/consoleServer.ts";
import { makeAgent } from "../../../tests/kit/console/consoleScreen.tsx";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import { makeWidgetSettings, makeWidgetSurface } from "../../../tests/kit/samples.ts";
import { presets } from "./presets.ts";

const settings = makeWidgetSettings({ title: "Harbour Help", primary: "#0e7a80", radius: 12 });

let server: DeployServer;
beforeEach(() => {
  server = startDeployServer();
  server.widget = makeWidgetSurface({ settings });
});
afterEach(endDeploy);

async function open() {
  await openDeploy(server);
  await screen.findByLabelText("Title");
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const openGroup = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const untilSaved = () => vi.waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());

describe("saving", () => {
  it("saves what is typed, leaves blank lines out, and has nothing unsaved afterwards", async () => {
    await open();
    type("Title", "Ask us");
    openGroup(/^Suggestions/);
    fireEvent.click(screen.getByRole("button", { name: "Add suggestion" }));
    type("Suggestions 1", "  How long does shipping take? ");
    fireEvent.click(screen.getByRole("button", { name: "Add suggestion" }));
    save();
    await untilSaved();
    expect(server.widget.settings).toEqual({
      ...settings,
      title: "Ask us",
      suggestions: ["How long does shipping take?"],
    });
  });

  it("shows a colleague's look before it overwrites it", async () => {
    await open();
    type("Title", "Mine");
    server.widget = makeWidgetSurface({ revision: 5, settings: { ...settings, title: "Theirs" } });
    save();
    expect(await screen.findByText(/Someone else changed this/)).toBeTruthy();
    expect(server.widget.settings.title).toBe("Theirs");
    fireEvent.click(screen.getByRole("button", { name: "Overwrite" }));
    await vi.waitFor(() => expect(server.widget.settings.title).toBe("Mine"));
  });

  it("takes a colleague's look on Reload", async () => {
    await open();
    type("Title", "Mine");
    server.widget = makeWidgetSurface({ revision: 5, settings: { ...settings, title: "Theirs" } });
    save();
    fireEvent.click(await screen.findByRole("button", { name: "Reload" }));
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Theirs"));
  });

  it("opens the group in which the server refused something, and says what", async () => {
    await open();
    openGroup(/^Consent/);
    fireEvent.click(screen.getByRole("button", { name: "Add link" }));
    type("Link 1, text", "Privacy");
    openGroup(/^Consent/);
    server.on("PUT surfaces/widget", {
      ...{ status: 400, code: "invalid_input" },
      fields: [{ path: "body.data.settings.links.0.url", message: "Write an address." }],
    });
    save();
    expect(await screen.findByText("Write an address.")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Consent.*Check/ })).toBeTruthy();
  });

  it("keeps too long a text unchanged, and says so in place", async () => {
    await open();
    type("Welcome", "w".repeat(1001));
    screen.getByText("1001 / 1000");
    screen.getByText("This is too long: at most 1000 characters are taken.");
    openGroup(/^Suggestions/);
    fireEvent.click(screen.getByRole("button", { name: "Add suggestion" }));
    type("Suggestions 1", "w".repeat(121));
    screen.getByText("Line 1: This is too long: at most 120 characters are taken.");
    openGroup(/^Consent/);
    fireEvent.click(screen.getByRole("button", { name: "Add link" }));
    type("Link 1, text", "w".repeat(41));
    screen.getByText("Link 1: This is too long: at most 40 characters are taken.");
    for (const label of ["Welcome", "Suggestions 1", "Link 1, text"]) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect([field.maxLength, field.getAttribute("aria-invalid")]).toEqual([-1, "true"]);
    }
  });

  it("can be viewed, but not changed, by members who may not save", async () => {
    await openDeploy(server, { roles: ["support"] });
    expect((await screen.findByLabelText("Title")).closest("fieldset[disabled]")).toBeTruthy();
    expect(screen.getByText(/your role can’t save them/)).toBeTruthy();
    // The window is narrow: the chat is not loaded before somebody wants to see it.
    expect(screen.queryByTitle("Preview of the chat")).toBeNull();
    fireEvent.click(screen.getByLabelText("Preview", { selector: "input" }));
    expect(await screen.findByTitle("Preview of the chat")).toBeTruthy();
  });
});

describe("the groups", () => {
  it("are found by what is in them", async () => {
    await open();
    type("Find a setting", "privacy");
    await vi.waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
    expect(screen.getByLabelText("Consent line")).toBeTruthy();
    type("Find a setting", "zzz");
    expect(await screen.findByText("No setting found.")).toBeTruthy();
  });

  it("say in a few words what is in them while they are closed", async () => {
    server.widget = makeWidgetSurface({ settings: { ...settings, imageHosts: ["img.example"] } });
    await open();
    expect(screen.getByRole("button", { name: /Images in answers\s*img\.example/ })).toBeTruthy();
  });
});

describe("outside opening hours", () => {
  const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));

  it("the owner chooses the offline form, and a launcher that visitors can move", async () => {
    await open();
    openGroup(/^Outside opening hours/);
    expect(await screen.findByText(/No opening hours yet/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Set hours" }).getAttribute("href")).toMatch(
      /settings\/team#hours$/,
    );
    choose("Offline form");
    openGroup(/^Launcher and panel/);
    fireEvent.click(screen.getByRole("switch", { name: "Visitors can move it" }));
    save();
    await untilSaved();
    expect(server.widget.settings).toMatchObject({ outsideHours: "form", isMovable: true });
  });

  it("the preview shows the chat at any time", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Preview", { selector: "input" }));
    const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of the chat");
    const { told } = connectFrame(frame);
    await vi.waitFor(() => expect(told.map(({ type: name }) => name)).toContain("init"));
    fireEvent.click(screen.getByLabelText("Settings", { selector: "input" }));
    openGroup(/^Outside opening hours/);
    await screen.findByRole("radio", { name: "Offline form" });
    choose("Offline form");
    fireEvent.click(screen.getByRole("switch", { name: "Preview outside hours" }));
    await vi.waitFor(() =>
      expect(told.findLast(({ type: name }) => name === "update")?.payload).toMatchObject({
        configuration: { team: { isAway: true }, settings: { outsideHours: "form" } },
      }),
    );
  });
});

describe("the look", () => {
  it("is filled by a preset in one click, and brought back by Discard", async () => {
    await open();
    const midnight = presets.find(({ name }) => name === "Midnight");
    fireEvent.click(screen.getByRole("button", { name: /Midnight/ }));
    expect(screen.getByLabelText<HTMLInputElement>("Main color").value).toBe(midnight?.look.primary);
    expect(screen.getByRole("button", { name: /Midnight/, pressed: true })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.getByLabelText<HTMLInputElement>("Main color").value).toBe("#0e7a80");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Harbour Help");
  });

  it("warns of a color that hardly shows, with the figure, and mends it in one click", async () => {
    await open();
    expect(screen.queryByText(/need 3 : 1/)).toBeNull();
    type("Main color", "#fdf7ef");
    expect(await screen.findByText(/Buttons on the light page have a contrast of 1\.0 : 1/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Use #/ }));
    await vi.waitFor(() => expect(screen.queryByText(/need 3 : 1/)).toBeNull());
  });

  it("warns of own text that can't be read on the color", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("My own"));
    type("Text color", "#0e7a80");
    expect(await screen.findByText(/needs 4\.5 : 1/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Choose it automatically" }));
    await vi.waitFor(() => expect(screen.queryByText(/needs 4\.5 : 1/)).toBeNull());
  });
});

describe("what visitors read and can do", () => {
  it("accepts at most ten suggestions and three beside the launcher", async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `Q${at}`);
    server.widget = makeWidgetSurface({
      settings: { ...settings, suggestions: lines(10), minimisedSuggestions: lines(3) },
    });
    await open();
    openGroup(/^Suggestions/);
    for (const name of ["Add suggestion", "Add line"])
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  });

  it("keeps the keyboard with a line that moves up, and with the next one where a line is removed", async () => {
    server.widget = makeWidgetSurface({ settings: { ...settings, suggestions: ["A", "B", "C"] } });
    await open();
    openGroup(/^Suggestions/);
    const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
    const focused = () => document.activeElement;
    const field = (at: number) => screen.queryByLabelText<HTMLInputElement>(`Suggestions ${at}`);
    press("Move line 3 up");
    expect(focused()).toBe(screen.getByRole("button", { name: "Move line 2 up" }));
    press("Move line 2 up");
    expect(focused()).toBe(field(1));
    expect([1, 2, 3].map((at) => field(at)?.value)).toEqual(["C", "A", "B"]);
    press("Remove line 3");
    expect(focused()).toBe(field(2));
    press("Remove line 1");
    press("Remove line 1");
    expect(focused()).toBe(screen.getByRole("button", { name: "Add suggestion" }));
  });

  it("replaces words by language, found by what they say, and warns where a sign is lost", async () => {
    await open();
    openGroup(/^Language/);
    fireEvent.change(await screen.findByLabelText("In"), { target: { value: "de" } });
    type("Find words", "is answering");
    const [field] = await screen.findAllByLabelText("{name} is answering");
    if (!field) throw new Error("No field for these words.");
    fireEvent.change(field, { target: { value: "Es schreibt" } });
    expect(screen.getByText(/Without \{name\}/)).toBeTruthy();
    fireEvent.change(field, { target: { value: "w".repeat(301) } });
    expect(field.getAttribute("aria-invalid")).toBe("true");
    screen.getByText("This is too long: at most 300 characters are taken.");
    fireEvent.change(field, { target: { value: "Es schreibt" } });
    save();
    await untilSaved();
    expect(server.widget.settings.words).toEqual({ de: { isAnswering: "Es schreibt" } });
  });

  it.each([
    ["pilothouse-builtin", /reads no files/],
    ["gpt-4o", /Pictures, PDFs and text/],
  ])("says of attachments with %s what comes of them", async (model, words) => {
    const agent = makeAgent();
    const configuration = { ...agent.configuration, model };
    server.on("GET agent", { body: { data: { ...agent, configuration } } });
    await open();
    openGroup(/^What visitors can do/);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("takes image hosts as they are pasted", async () => {
    await open();
    openGroup(/^Images/);
    type("Add a host", "https://Images.example/a.png");
    fireEvent.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByRole("button", { name: "Remove images.example" })).toBeTruthy();
  });
});

describe("the preview", () => {
  /** On a window of this width it is shown instead of the settings. */
  async function openPreview() {
    await open();
    fireEvent.click(screen.getByLabelText("Preview", { selector: "input" }));
    await screen.findByRole("region", { name: "Preview" });
  }
  const preview = () => within(screen.getByRole("region", { name: "Preview" }));
  const pick = (label: string, value: string) =>
    fireEvent.change(preview().getByLabelText(label), { target: { value } });

  it("hands the frame a ticket for the draft, and each change as it is typed", async () => {
    await openPreview();
    const frame = screen.getByTitle<HTMLIFrameElement>("Preview of the chat");
    expect(frame.getAttribute("src")).toBe("/embed/token-1");
    const { told } = connectFrame(frame);
    await vi.waitFor(() => expect(told.map(({ type: name }) => name)).toContain("init"));
    expect(told.find(({ type: name }) => name === "init")?.payload).toMatchObject({
      ...{ closable: true, look: {}, options: { locale: "auto", dir: "auto" } },
      preview: { ticket: "ticket-1", delayMs: 0, configuration: { agentId, preview: true, settings } },
    });
    type("Title", "Ask us");
    await vi.waitFor(() =>
      expect(told.at(-1)).toMatchObject({
        ...{ type: "update", payload: { configuration: { settings: { title: "Ask us" } } } },
      }),
    );
    pick("Theme", "dark");
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ type: "look", payload: { scheme: "dark" } }));
    pick("Language", "ar");
    await vi.waitFor(() =>
      expect(told.at(-1)).toMatchObject({ type: "options", payload: { locale: "ar", dir: "auto" } }),
    );
    pick("Direction", "rtl");
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ type: "options", payload: { dir: "rtl" } }));
    pick("Network", "slow");
    await vi.waitFor(() =>
      expect(told.at(-1)).toMatchObject({ type: "init", payload: { preview: { delayMs: 2500 } } }),
    );
  });

  it("keeps its frame, and so the conversation, in every size", async () => {
    await openPreview();
    const frame = screen.getByTitle("Preview of the chat");
    for (const size of ["700 × 360", "Phone", "On a site"]) {
      fireEvent.click(preview().getByLabelText(size));
      expect(screen.getByTitle("Preview of the chat")).toBe(frame);
    }
    fireEvent.click(preview().getByRole("button", { name: "Reset" }));
    expect(screen.getByTitle("Preview of the chat")).not.toBe(frame);
  });

  it("opens and closes by its launcher, and by the frame's own wish", async () => {
    await openPreview();
    const { told, say } = connectFrame(screen.getByTitle<HTMLIFrameElement>("Preview of the chat"));
    await vi.waitFor(() => expect(told.map(({ type: name }) => name)).toContain("init"));
    say("close-request", {});
    const launcher = await preview().findByRole("button", { name: "Open chat" });
    expect(document.activeElement).toBe(launcher);
    await vi.waitFor(() => expect(told.at(-1)?.type).toBe("close"));
    fireEvent.click(launcher);
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ type: "open", payload: { focus: true } }));
    say("focus-out", {});
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(preview().getByRole("button", { name: "Close chat" })),
    );
  });

  it("reloads the frame when its document has grown too old", async () => {
    await openPreview();
    const frame = screen.getByTitle<HTMLIFrameElement>("Preview of the chat");
    const { say } = connectFrame(frame);
    const loads = vi.fn();
    Object.defineProperty(frame, "src", { set: loads });
    say("reload-request", {});
    await vi.waitFor(() => expect(loads).toHaveBeenCalledWith("/embed/token-1"));
  });

  it("says why it can't answer, and tries again", async () => {
    server.on("POST surfaces/widget/preview-ticket", { status: 500, code: "internal", message: "Broken." });
    await openPreview();
    const frame = screen.getByTitle<HTMLIFrameElement>("Preview of the chat");
    // Without a ticket it would be the public chat.
    expect(frame.inert).toBe(true);
    const { told } = connectFrame(frame);
    expect((await screen.findByRole("alert")).textContent).toContain("Broken.");
    expect(frame.hidden).toBe(true);
    server.on("POST surfaces/widget/preview-ticket", {
      body: { data: { ticket: "ticket-2", expiresAt: Date.now() + 600_000 } },
    });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await vi.waitFor(() => expect(told.map(({ type: name }) => name)).toContain("init"));
    await vi.waitFor(() => expect([frame.inert, frame.hidden]).toEqual([false, false]));
  });
});

describe("voices of calls", () => {
  const usual = { voice: "alloy", model: "gpt-4o-mini-tts" };

  it("are chosen among the provider's, and played before they are saved", async () => {
    const play = "POST surfaces/widget/voice";
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:voice", revokeObjectURL: () => {} }),
    );
    server.widget = makeWidgetSurface({ settings: { ...settings, hasCalls: true } });
    server.on(`GET /api/console/v1/org/${orgId}/voices`, {
      body: { data: { provider: "openai", voices: ["alloy", "coral"], usual, elevenlabs: null } },
    });
    server.on(play, { body: { data: { contentType: "audio/wav", sound: btoa("RIFF") } } });
    await open();
    openGroup(/^Voice calls/);
    fireEvent.change(await screen.findByLabelText("Voice"), { target: { value: "coral" } });
    fireEvent.click(screen.getByRole("button", { name: "Play voice" }));
    await vi.waitFor(() => expect(document.querySelector("audio")?.getAttribute("src")).toBe("blob:voice"));
    expect(server.sent(play)).toMatchObject([{ data: { voice: "coral", model: "" } }]);
    fireEvent.click(screen.getByRole("radio", { name: "Always the server" }));
    save();
    await untilSaved();
    expect(server.widget.settings).toMatchObject({ callVoice: "coral", callSpeech: "server" });
  });

  it("from ElevenLabs are searched, played and chosen", async () => {
    const george = { service: "elevenlabs", id: "el-1", name: "George", about: "British", hasPreview: true };
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:george", revokeObjectURL: () => {} }),
    );
    server.widget = makeWidgetSurface({ settings: { ...settings, hasCalls: true } });
    const elevenlabs = { voice: "usual-voice", model: "eleven_flash_v2_5" };
    const org = `/api/console/v1/org/${orgId}`;
    server.on(`GET ${org}/voices`, {
      body: { data: { provider: "openai", voices: ["alloy"], usual, elevenlabs } },
    });
    const page = { page: 1, limit: 25, total: 1 };
    server.on(`GET ${org}/voicelist`, { body: { items: [george], page, missing: null, problems: [] } });
    server.on(`GET ${org}/voicelist/elevenlabs/preview`, {
      body: { data: { contentType: "audio/mpeg", content: btoa("ID3") } },
    });
    await open();
    openGroup(/^Voice calls/);
    fireEvent.click(await screen.findByRole("radio", { name: "ElevenLabs" }));
    fireEvent.click(await screen.findByRole("button", { name: "Play George" }));
    await vi.waitFor(() => expect(document.querySelector("audio")?.getAttribute("src")).toBe("blob:george"));
    fireEvent.click(screen.getByRole("radio", { name: /George/ }));
    save();
    await untilSaved();
    expect(server.widget.settings).toMatchObject({ callVoiceService: "elevenlabs", callVoice: "el-1" });
  });

  it("are those of the last search, also where an earlier one is answered later, and say that none fits", async () => {
    const elevenlabs = { voice: "usual-voice", model: "eleven_flash_v2_5" };
    const org = `/api/console/v1/org/${orgId}`;
    const voice = (name: string) => ({ service: "elevenlabs", id: name, name, about: "", hasPreview: true });
    server.widget = makeWidgetSurface({ settings: { ...settings, hasCalls: true } });
    server.on(`GET ${org}/voices`, {
      body: { data: { provider: "openai", voices: ["alloy"], usual, elevenlabs } },
    });
    const listed = (names: string[], { page, total }: { page: number; total: number }) => ({
      body: { items: names.map(voice), page: { page, limit: 1, total }, missing: null, problems: [] },
    });
    const late = Promise.withResolvers<void>();
    server.on(`GET ${org}/voicelist`, ({ query }) => {
      if (query["search"] === "x") return listed([], { page: 1, total: 0 });
      if (query["search"] === "g") return listed(["Grace"], { page: 1, total: 1 });
      if (query["page"] === "1") return listed(["Anna"], { page: 1, total: 2 });
      return { held: late.promise, ...listed(["Bert"], { page: 2, total: 2 }) };
    });
    await open();
    openGroup(/^Voice calls/);
    fireEvent.click(await screen.findByRole("radio", { name: "ElevenLabs" }));
    fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
    const search = () => screen.getByRole("searchbox", { name: "Search voices" });
    fireEvent.change(search(), { target: { value: "g" } });
    const list = (await screen.findByText("Grace")).closest("ul");
    late.resolve();
    await vi.waitFor(() => expect(screen.queryByRole("button", { busy: true })).toBeNull());
    expect(list?.textContent).toBe("GracePlay");
    fireEvent.change(search(), { target: { value: "x" } });
    await screen.findByText("No voices match “x”.");
    server.on(`GET ${org}/voicelist`, { status: 503, code: "unavailable" });
    fireEvent.change(search(), { target: { value: "xy" } });
    await screen.findByText("The list could not be read.");
    expect(search()).toHaveProperty("value", "xy");
  });

  it("say where to set them up where no model hears", async () => {
    server.widget = makeWidgetSurface({ settings: { ...settings, hasCalls: true } });
    server.on(`GET /api/console/v1/org/${orgId}/voices`, {
      body: { data: { provider: null, voices: [], usual, elevenlabs: null } },
    });
    await open();
    openGroup(/^Voice calls/);
    expect(await screen.findByText(/choose a model for speech under Model keys/)).toBeTruthy();
  });
});
