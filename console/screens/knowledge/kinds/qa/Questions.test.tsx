import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DataSource } from "../../../../../shared/contract/knowledge/knowledge.ts";
import { makeAgent, openScreen } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "../../../../state/knowledge/dataSources.ts";
import { closeLive } from "../../../../state/platform/live.ts";
import { reset } from "../../../../state/platform/resource.ts";
import DataSources from "../../DataSources.tsx";

const questions = [
  { id: "q1", question: "When does the ferry leave?", answer: "At ten past eleven." },
  { id: "q2", question: "May dogs come along?", answer: "Yes, on a lead." },
];

function makeSource(part: Partial<DataSource> = {}): DataSource {
  return {
    ...{ id: "source-1", agentId, name: "Boats", files: [], connection: null, status: "ready", error: null },
    config: { kind: "qa", questions },
    counts: { pages: 2, passages: 2, characters: 90, failed: 0 },
    ...{
      lastRun: null,
      lastSyncedAt: 1,
      restoredVersion: null,
      schedule: null,
      nextSyncAt: null,
      webhook: null,
      createdAt: 1,
      updatedAt: 1,
    },
    ...part,
  };
}

const listOf = <Item,>(items: Item[]) => ({
  body: { items, page: { page: 1, limit: 100, total: items.length } },
});

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  reset(dataSources);
});

const open = (at: string) => openScreen({ at, route: "datasources", screen: DataSources });
const csv = (text: string) => new File([text], "questions.csv", { type: "text/csv" });

describe("questions and answers", () => {
  it("begin with one that is typed", async () => {
    server.on("GET datasources", listOf([]));
    server.on("POST datasources", { body: { data: makeSource() } });
    open("datasources?add=qa");
    const dialog = within(await screen.findByRole("dialog", { name: "Add a data source" }));
    fireEvent.change(await dialog.findByLabelText(/^Question/), { target: { value: "Is it free?" } });
    fireEvent.change(dialog.getByLabelText(/^Answer/), { target: { value: "Yes." } });
    fireEvent.click(dialog.getByRole("button", { name: "Add Q&A" }));
    await waitFor(() =>
      expect(server.sent("POST datasources")).toEqual([
        {
          data: {
            name: "",
            config: { kind: "qa", questions: [{ id: "", question: "Is it free?", answer: "Yes." }] },
          },
        },
      ]),
    );
  });

  it("come from a table, which says before what it takes and which rows it leaves out", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    server.on("POST datasources/source-1/questions", { body: { data: makeSource() } });
    open("datasources?source=source-1");
    fireEvent.click(await screen.findByRole("button", { name: "Import CSV" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import questions" }));
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Import" }).disabled).toBe(true);
    const file = csv("Answer;Question\nYes.;Is it free?\n;Nothing?\n");
    fireEvent.change(dialog.getByLabelText("CSV file"), { target: { files: [file] } });
    expect(await dialog.findByText("Row 3: The answer is missing.")).toBeTruthy();
    dialog.getByText("1 question found. 1 row skipped:");
    fireEvent.click(dialog.getByRole("button", { name: "Import" }));
    await waitFor(() =>
      expect(server.sent("POST datasources/source-1/questions")).toEqual([
        { data: { questions: [{ question: "Is it free?", answer: "Yes." }] } },
      ]),
    );
  });

  it("are searched, changed and deleted one by one", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    const [first] = questions;
    const changed = { question: first?.question, answer: "At noon." };
    server.on("PUT datasources/source-1/questions/q1", { body: { data: makeSource() } });
    server.on("DELETE datasources/source-1/questions/q2", {
      body: { data: makeSource({ config: { kind: "qa", questions: questions.slice(0, 1) } }) },
    });
    open("datasources?source=source-1");
    fireEvent.click(await screen.findByRole("button", { name: "Edit “When does the ferry leave?”" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit the question" }));
    fireEvent.change(dialog.getByLabelText(/^Answer/), { target: { value: "At noon." } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.sent("PUT datasources/source-1/questions/q1")).toEqual([{ data: changed }]),
    );
    fireEvent.click(await screen.findByRole("button", { name: "Delete “May dogs come along?”" }));
    const asked = within(await screen.findByRole("dialog", { name: "Delete this question?" }));
    fireEvent.click(asked.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("May dogs come along?")).toBeNull());
    fireEvent.change(screen.getByLabelText("Search questions"), { target: { value: "nothing" } });
    expect(await screen.findByText("No questions match your search.")).toBeTruthy();
  });

  it("say beside the field what is wrong with one", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    const message = "This question already exists.";
    server.on("PUT datasources/source-1/questions/q1", {
      ...{ status: 400, code: "invalid_input" },
      fields: [{ path: "body.data.question", message }],
    });
    open("datasources?source=source-1");
    fireEvent.click(await screen.findByRole("button", { name: "Edit “When does the ferry leave?”" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit the question" }));
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText(message)).toBeTruthy();
  });
});
