import { expect, it } from "vitest";
import { writeToolExample, writeToolTypes } from "./toolTypes.ts";
import type { PageTool } from "./toolTypes.ts";

const tool: PageTool = {
  name: "add-to-cart",
  description: "Adds */ something",
  inputs: [
    {
      ...{ id: "size", type: "choice", label: "Size", description: "", options: ["S", "L"] },
      validations: { required: true },
    },
  ],
  config: { resultSchema: '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}' },
};

it("types of a page's tools name their inputs and their result, and nothing in them ends a comment", () => {
  expect(writeToolTypes([tool, { ...tool, name: "clear", inputs: [], config: { resultSchema: "" } }])).toBe(
    `export interface PilothouseTools {
  /** Adds * / something */
  "add-to-cart"(args: {
    /** Size */
    size: "S" | "L";
  }, signal: AbortSignal): {
    total: number;
  } | Promise<{
    total: number;
  }>;
  /** Adds * / something */
  clear(args: Record<string, never>, signal: AbortSignal): unknown | Promise<unknown>;
}`,
  );
});

it("the example registers the tool under the action's name with a result that fits", () => {
  const example = writeToolExample(tool);
  expect(example).toContain('name: "add-to-cart"');
  expect(example).toContain('return {"total":0};');
});
