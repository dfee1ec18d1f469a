import { afterEach, describe, expect, it, vi } from "vitest";
import { tableColumns } from "../../../../shared/domain/threadTable.ts";
import { listColumns } from "./threadTable.ts";

const shown = (order: string[], hidden: string[], fieldKeys: string[] = []) =>
  listColumns({ order, hidden }, fieldKeys)
    .filter(({ isShown }) => isShown)
    .map(({ id }) => id);
const atFirst = ["message", "unread", "activity", "status", "answers", "priority", "labels", "due"];

describe("the columns of the table of conversations", () => {
  it.each([
    ["are a few at first", shown([], []), atFirst],
    ["are also the custom fields that are there", shown([], [], ["plan"]), [...atFirst, "field:plan"]],
    [
      "stand as they were put, and what came since behind them",
      shown(["status", "message", "activity"], []),
      ["status", "message", "activity", "unread", "answers", "priority", "labels", "due"],
    ],
    [
      "are left out where they were, and shown where they were not at first",
      shown(
        [...tableColumns],
        tableColumns.filter((id) => id !== "rating"),
      ),
      ["rating"],
    ],
    [
      "know nothing of a field that is gone, or of another organization",
      shown(["field:gone", "message"], ["field:gone"]),
      atFirst,
    ],
  ])("%s", (_, found, wanted) => expect(found).toEqual(wanted));
});

describe("what this browser keeps of the table", () => {
  afterEach(() => localStorage.clear());

  it.each([
    ["is read again", '{"order":["status"],"hidden":["status"],"density":"compact"}', ["status"], "compact"],
    ["is nothing where somebody wrote over it", "{order", [], "comfortable"],
    ["is nothing where it has another shape", '{"order":"status","density":3}', [], "comfortable"],
  ])("%s", async (_, stored, hidden, density) => {
    localStorage.setItem("threadTable", stored);
    vi.resetModules();
    const { threadTable } = await import("./threadTable.ts");
    expect({ hidden: [...threadTable.hidden], density: threadTable.density }).toEqual({ hidden, density });
  });
});
