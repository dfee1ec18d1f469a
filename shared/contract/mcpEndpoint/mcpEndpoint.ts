import * as v from "valibot";
import { call } from "../call.ts";
import { data } from "../shapes.ts";

/** The agent as an MCP server, which other programs ask. */
export const mcpEndpoint = v.object({
  isEnabled: v.boolean(),
  /** Where it answers while it is on. */
  url: v.string(),
});
export type McpEndpoint = v.InferOutput<typeof mcpEndpoint>;

const path = "/v1/org/{orgId}/copilotapps/{productId}/mcp-endpoint" as const;

export const getMcpEndpoint = call({
  family: "console",
  method: "GET",
  path,
  who: { member: "mcps.read" },
  summary: "Returns whether an agent is an MCP server, and its address.",
  answer: data(mcpEndpoint),
});

export const updateMcpEndpoint = call({
  family: "console",
  method: "PUT",
  path,
  who: { member: "mcps.update" },
  audit: "Switched the agent's MCP server",
  summary: "Switches an agent's MCP server on or off; takes effect immediately.",
  body: data(v.strictObject({ isEnabled: v.boolean() })),
  answer: data(mcpEndpoint),
});
