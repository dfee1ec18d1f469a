import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DocumentSummary } from "../../../../../shared/contract/knowledge/documents.ts";
import type { DataSource } from "../../../../../shared/contract/knowledge/knowledge.ts";
import { makeAgent, makeSource, openScreen } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "../../../../state/knowledge/dataSources.ts";
import { documents } from "../../../../state/knowledge/documents.ts";
import { closeLive } from "../../../../state/platform/live.ts";
import { reset } from "../../../../state/platform/resource.ts";
import DataSources from "../../DataSources.tsx";

function makeCms(part: Partial<DataSource> = {}): DataSource {
  return makeSource({ name: "CMS", config: { kind: "documents" }, ...part });
}

function makeDocument(part: Partial<DocumentSummary> = {}): DocumentSummary {
  return {
    ...{
      id: "d1",
      externalId: "cms/42",
      format: "markdown",
      title: "Tides",
      url: "https://harbour.example/t",
    },
    ...{ language: null, metadata: {}, state: "ready", error: null, characters: 60, passages: 1 },
    ...{ createdAt: 1, updatedAt: 1, indexedAt: 1 },
    ...part,
  };
}

const listOf = <Item,>(items: Item[]) => ({
  body: { items, page: { page: 1, limit: 50, total: items.length } },
});
const call = "datasources/source-1/documents";

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  reset(dataSources);
  reset(documents);
});

const open = (at: string) => openScreen({ at, route: "datasources", screen: DataSources });

describe("a source of documents", () => {
  it("is added by its name only", async () => {
    server.on("GET datasources", listOf([]));
    server.on("POST datasources", { body: { data: makeCms({ status: "queued" }) } });
    open("datasources?add=documents");
    const dialog = within(await screen.findByRole("dialog", { name: "Add a data source" }));
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: "CMS" } });
    fireEvent.click(dialog.getByRole("button", { name: "Add documents" }));
    await waitFor(() =>
      expect(server.sent("POST datasources")).toEqual([
        { data: { name: "CMS", config: { kind: "documents" } } },
      ]),
    );
  });

  it("shows before its first push the call to copy, and nothing that went wrong", async () => {
    const counts = { pages: 0, passages: 0, characters: 0, failed: 0 };
    server.on("GET datasources", listOf([makeCms({ status: "empty", counts })]));
    server.on(`GET ${call}`, listOf([]));
    open("datasources?source=source-1");
    const example = await screen.findByLabelText("Call that pushes a document");
    expect(example.textContent).toContain(
      `/api/console/v1/org/${orgId}/copilotapps/${agentId}/datasources/source-1/documents`,
    );
    expect(example.textContent).toContain('-H "Authorization: Bearer $PILOTHOUSE_KEY"');
    expect(example.closest("details")?.open).toBe(true);
    expect(screen.getByText("No documents yet")).toBeTruthy();
    expect(screen.queryByText("The sync found no text to learn from.")).toBeNull();
  });

  it("lists its documents with their states, and what is wrong with one", async () => {
    const bad = makeDocument({
      id: "d2",
      externalId: "x",
      title: null,
      state: "failed",
      error: "It has no text.",
    });
    server.on("GET datasources", listOf([makeCms()]));
    server.on(`GET ${call}`, ({ query }) =>
      listOf(query["state"] === "failed" ? [bad] : [makeDocument(), bad]),
    );
    open("datasources?source=source-1");
    const list = within(await screen.findByRole("list", { name: "Documents" }));
    expect(list.getByRole("link", { name: /Tides/ }).getAttribute("href")).toBe("https://harbour.example/t");
    expect(list.getByText("cms/42")).toBeTruthy();
    expect(list.getByText("It has no text.")).toBeTruthy();
    fireEvent.click(within(screen.getByRole("navigation", { name: "Filter documents" })).getByText(/Failed/));
    await waitFor(() => expect(screen.queryByText("cms/42")).toBeNull());
    expect(screen.getByText("It has no text.")).toBeTruthy();
  });

  it("deletes a document after a question", async () => {
    server.on("GET datasources", listOf([makeCms()]));
    server.on(`GET ${call}`, listOf([makeDocument()]));
    server.on(`DELETE ${call}/d1`, { body: null });
    open("datasources?source=source-1");
    fireEvent.click(await screen.findByRole("button", { name: "Delete Tides" }));
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(server.sent(`DELETE ${call}/d1`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Delete Tides" })).toBeNull());
  });
});
