import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PageDetail, PagePassage } from "../../../shared/contract/knowledge/pages.ts";
import { makeAgent, makeSource, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "../../state/knowledge/dataSources.ts";
import { closeLive } from "../../state/platform/live.ts";
import { reset } from "../../state/platform/resource.ts";
import { sourcePage } from "../../state/knowledge/sourcePage.ts";
import DataSources from "./DataSources.tsx";

const at = 1_790_000_000_000;
const ada = { userId: "user-1", name: "Ada", at };

const source = makeSource();

function makePage(part: Partial<PageDetail> = {}): PageDetail {
  return {
    ...{ id: "page-1", sourceId: "source-1", title: "Prices", url: "https://shop.example/prices" },
    ...{ fileName: null, status: "ready", error: null, characters: 60, passages: 2 },
    ...{ lastFetchedAt: at, lastChangedAt: at, publishedAt: null, enabled: true },
    ...{
      use: { found: 5, cited: 3, lastCitedAt: at },
      edits: { kept: 0, off: 0, replaced: 0 },
      replacedEdits: [],
    },
    ...part,
  };
}

function makePassage(part: Partial<PagePassage> = {}): PagePassage {
  return {
    ...{ id: "passage-1", headings: ["Prices", "Lamps"], text: "A lamp costs 40.", position: { page: 2 } },
    ...{ enabled: true, editId: null, sourceText: null, editedBy: null },
    ...part,
  };
}

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 50, total: items.length } } };
}

let server: ConsoleServer;
const page = "datasources/source-1/pages/page-1";

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET datasources", listOf([source]));
  server.on("GET datasources/source-1/pages", listOf([makePage()]));
  server.on(`GET ${page}`, { body: { data: makePage() } });
  server.on(`GET ${page}/passages`, listOf([makePassage()]));
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  reset(dataSources);
  reset(sourcePage);
});

function open(query: string) {
  return openScreen({ at: `datasources?source=source-1${query}`, route: "datasources", screen: DataSources });
}

describe("the pages of a source", () => {
  it("say how often they were cited, open as the agent reads them, and are sorted", async () => {
    open("");
    expect(await screen.findByText("Cited 3×")).toBeTruthy();
    fireEvent.change(screen.getByRole("combobox", { name: "Sort pages" }), {
      target: { value: "cited" },
    });
    await vi.waitFor(() =>
      expect(
        server.requests.findLast(({ path }) => path === "datasources/source-1/pages")?.query,
      ).toMatchObject({
        sort: "cited",
      }),
    );
    fireEvent.click(await screen.findByRole("link", { name: "Prices" }));
    expect(await screen.findByText("A lamp costs 40.")).toBeTruthy();
    expect(screen.getByText("Prices › Lamps › Page 2")).toBeTruthy();
    expect(screen.getByText("Found for answers 5 times, cited 3 times.")).toBeTruthy();
  });

  it("are switched off in the list, and say so", async () => {
    server.on(`PUT ${page}`, { body: { data: makePage({ enabled: false }) } });
    open("");
    fireEvent.click(await screen.findByRole("menuitem", { name: "Turn off" }));
    expect(await within(await screen.findByRole("list", { name: "Pages" })).findByText("Off")).toBeTruthy();
    expect(server.sent(`PUT ${page}`)).toEqual([{ data: { enabled: false } }]);
    expect(screen.getByRole("menuitem", { name: "Turn on" })).toBeTruthy();
  });

  it("are read again one by one", async () => {
    server.on(`POST ${page}/refresh`, {
      ...{ status: 409, code: "conflict", message: "This source is being synced." },
    });
    open("&shown=page-1");
    fireEvent.click(await screen.findByRole("button", { name: "Read again" }));
    expect(await screen.findByText("This source is being synced.")).toBeTruthy();
  });

  it("have a passage edited, which then shows what the source says, and is taken back", async () => {
    open("&shown=page-1");
    fireEvent.click(await screen.findByRole("button", { name: "Edit this passage" }));
    fireEvent.change(screen.getByRole("textbox", { name: /Passage text/ }), {
      target: { value: "A lamp costs 45." },
    });
    const edited = makePage({ edits: { kept: 1, off: 0, replaced: 0 } });
    server.on(`PUT ${page}/passages/passage-1`, { body: { data: edited } });
    server.on(`GET ${page}`, { body: { data: edited } });
    const passage = {
      text: "A lamp costs 45.",
      editId: "edit-1",
      sourceText: "A lamp costs 40.",
      editedBy: ada,
    };
    server.on(`GET ${page}/passages`, listOf([makePassage(passage)]));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Edited by Ada/)).toBeTruthy();
    expect(server.sent(`PUT ${page}/passages/passage-1`)).toEqual([{ data: { text: "A lamp costs 45." } }]);
    expect(screen.getByText("Edited")).toBeTruthy();
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit this passage" })),
    );
    server.on(`DELETE ${page}/edits/edit-1`, { body: { data: makePage() } });
    server.on(`GET ${page}/passages`, listOf([makePassage()]));
    fireEvent.click(screen.getByRole("button", { name: /Restore source text/, hidden: true }));
    await vi.waitFor(() => expect(screen.queryByText(/Edited by Ada/)).toBeNull());
  });

  it("have a passage switched off, which says so and who did it, and on again", async () => {
    open("&shown=page-1");
    const label = { name: "Answers use this passage" };
    const off = makePage({ edits: { kept: 0, off: 1, replaced: 0 } });
    await screen.findByRole("switch", label);
    server.on(`PUT ${page}/passages/passage-1`, { body: { data: off } });
    server.on(`GET ${page}`, { body: { data: off } });
    server.on(`GET ${page}/passages`, listOf([makePassage({ enabled: false, editedBy: ada })]));
    fireEvent.click(screen.getByRole("switch", label));
    expect(await screen.findByText(/^Turned off by Ada/)).toBeTruthy();
    expect(screen.getByText("1 passage off")).toBeTruthy();
    expect(screen.getByRole("switch", label).getAttribute("aria-checked")).toBe("false");
    server.on(`GET ${page}`, { body: { data: makePage() } });
    server.on(`GET ${page}/passages`, listOf([makePassage()]));
    // It can be used again once the first change is done.
    await vi.waitFor(() => expect(screen.getByRole("switch", label).hasAttribute("disabled")).toBe(false));
    fireEvent.click(screen.getByRole("switch", label));
    await vi.waitFor(() => expect(screen.queryByText(/^Turned off/)).toBeNull());
    expect(server.sent(`PUT ${page}/passages/passage-1`)).toEqual([
      { data: { enabled: false } },
      { data: { enabled: true } },
    ]);
  });

  it("say that a passage which was off has changed at the source and is used again", async () => {
    const text = "A lamp costs 40.";
    const replaced = { id: "edit-1", text, sourceText: text, wasOff: true, editedBy: ada, replacedAt: at };
    const edits = { kept: 0, off: 0, replaced: 1 };
    server.on(`GET ${page}`, { body: { data: makePage({ edits, replacedEdits: [replaced] }) } });
    open("&shown=page-1");
    const note = within(await screen.findByRole("note"));
    expect(note.getByText("A passage that was off is in use again.")).toBeTruthy();
    expect(note.queryByText(/^What Ada wrote/)).toBeNull();
  });

  it("tell that the source changed an edited page, until a member has seen it", async () => {
    const replaced = {
      id: "edit-1",
      text: "A lamp costs 45.",
      sourceText: "A lamp costs 40.",
      wasOff: false,
      editedBy: ada,
    };
    const overtaken = makePage({
      ...{ edits: { kept: 0, off: 0, replaced: 1 }, replacedEdits: [{ ...replaced, replacedAt: at }] },
    });
    server.on(`GET ${page}`, { body: { data: overtaken } });
    open("&shown=page-1");
    const note = within(await screen.findByRole("note"));
    expect(note.getByText("A lamp costs 45.")).toBeTruthy();
    server.on(`DELETE ${page}/edits/edit-1`, { body: { data: makePage() } });
    server.on(`GET ${page}`, { body: { data: makePage() } });
    fireEvent.click(note.getByRole("button", { name: "Dismiss" }));
    await vi.waitFor(() => expect(screen.queryByRole("note")).toBeNull());
  });
});
