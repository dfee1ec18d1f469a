import * as v from "valibot";
import { reservedHeader, skillRisks } from "../../domain/skills.ts";
import type { SkillRisk } from "../../domain/skills.ts";
import { call } from "../call.ts";
import { skillRun } from "../skills/skills.ts";
import { confirmed, count, data, id, list, paging, text, time, title } from "../shapes.ts";

/** How a request says who we are. The secret itself is kept apart and never given back. */
export const mcpAuth = v.variant("type", [
  v.strictObject({ type: v.literal("none") }),
  v.strictObject({ type: v.literal("bearer") }),
  /** The server's own sign-in. Most servers need no client ID; where one does, the secret is that client's. */
  v.strictObject({ type: v.literal("oauth"), clientId: v.optional(text(500)) }),
  v.strictObject({
    type: v.literal("header"),
    name: v.pipe(
      v.string(),
      v.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/, "Use a header's name, such as X-Api-Key."),
      v.check(
        (name) => !reservedHeader.test(name) && !/^(mcp-|accept$|content-type$)/i.test(name),
        "This header is set by the server itself.",
      ),
    ),
  }),
]);
export type McpAuth = v.InferOutput<typeof mcpAuth>;

/** A server as people add it: over HTTP only, nothing is started on this machine. */
export const mcpServerDraft = v.strictObject({
  name: title(60),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Field is required"),
    v.maxLength(2000),
    v.regex(/^https?:\/\/[^\s/?#]+(?:[/?#]|$)/i, "Enter an address that begins with https:// and a host."),
  ),
  auth: mcpAuth,
});
export type McpServerDraft = v.InferOutput<typeof mcpServerDraft>;

/** Null removes it, and what is left out stays as it is. */
const secret = v.optional(
  v.nullable(
    v.pipe(
      text(2000),
      v.minLength(1, "Field is required"),
      v.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, "Use one line of Latin letters, digits and signs."),
    ),
  ),
);

/**
 * How far the server's own sign-in is: `needed` where it asked for one, `expired` where it has to be repeated, `refused` where
 * the server or its issuer said no.
 */
export const mcpSignIns = ["none", "needed", "connected", "expired", "refused"] as const;

/** A tool that is not offered, and why. */
const leftOut = v.object({ name: v.string(), why: v.string() });

export const mcpServer = v.object({
  ...mcpServerDraft.entries,
  id,
  hasSecret: v.boolean(),
  /** The last four characters of the secret; empty if it is shorter. */
  secretEnding: v.string(),
  /** `unread` until its tools were read once. */
  state: v.picklist(["unread", "reachable", "unreachable"]),
  signIn: v.picklist(mcpSignIns),
  /** Where somebody signed in. */
  issuer: v.nullable(v.string()),
  /** Why its tools could not be read the last time. */
  error: v.nullable(v.string()),
  /** Tools that are too large to be used. */
  leftOut: v.array(leftOut),
  /** Whether its tools may show their results as apps in chats. */
  apps: v.boolean(),
  tools: count,
  toolsOn: count,
  /** Tools that changed since their review. */
  toolsHeldBack: count,
  /** When its tools were read last. */
  readAt: v.nullable(time),
  updatedAt: time,
});
export type McpServer = v.InferOutput<typeof mcpServer>;

const risks = Object.keys(skillRisks) as SkillRisk[]; // keys of a literal object
const inputSchema = v.record(v.string(), v.unknown());

/** A tool as its server describes it. What a server says of itself is not trusted: a person switches each tool on. */
export const mcpTool = v.object({
  id,
  name: v.string(),
  title: v.string(),
  description: v.string(),
  inputSchema,
  /** Stands for title, description and input schema. */
  fingerprint: v.string(),
  /** What it says of apps: the `ui://` page that shows its results, and who may call it; null where it says nothing. */
  app: v.nullable(v.object({ uri: v.nullable(v.string()), forModel: v.boolean(), forApp: v.boolean() })),
  isEnabled: v.boolean(),
  risk: v.picklist(risks),
  /** It changed since its review, and is off until the next one. */
  isHeldBack: v.boolean(),
  /** Its reviewed state; null if it did not change. */
  before: v.nullable(v.object({ title: v.string(), description: v.string(), inputSchema })),
  lastCalledAt: v.nullable(time),
});
export type McpTool = v.InferOutput<typeof mcpTool>;

export const mcpTestResult = v.object({
  /** What the tool gave, as the agent would read it. */
  text: v.string(),
  /** Why it failed, in a sentence. */
  error: v.nullable(v.string()),
  ms: count,
});
export type McpTestResult = v.InferOutput<typeof mcpTestResult>;

const base = "/v1/org/{orgId}/copilotapps/{productId}/mcps" as const;
const reads = { member: "mcps.read" } as const;
const writes = { member: "mcps.update" } as const;

export const listMcpServers = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists an agent's MCP servers.",
  query: paging,
  answer: list(mcpServer),
});

/** 409 `conflict` beyond 20 servers. Nothing is read of it yet. */
export const createMcpServer = call({
  family: "console",
  method: "POST",
  path: base,
  who: writes,
  audit: "Added an MCP server",
  summary: "Adds an MCP server to an agent. All its tools are off.",
  body: data(v.strictObject({ ...mcpServerDraft.entries, secret })),
  answer: data(mcpServer),
});

export const getMcpServer = call({
  family: "console",
  method: "GET",
  path: `${base}/{mcpId}`,
  who: reads,
  summary: "Returns one MCP server of an agent.",
  answer: data(mcpServer),
});

/**
 * 409 `conflict` where somebody saved it after `updatedAt`. A secret is kept for its origin only: at another one it is entered again. `apps` lets
 * its tools show their results as apps; it stays as it is where it is left out, and is off at another origin.
 */
export const updateMcpServer = call({
  family: "console",
  method: "PUT",
  path: `${base}/{mcpId}`,
  who: writes,
  audit: "Changed an MCP server",
  summary: "Changes the name, address or secret of an MCP server; takes effect immediately.",
  body: data(
    v.strictObject({ ...mcpServerDraft.entries, secret, apps: v.optional(v.boolean()), updatedAt: time }),
  ),
  answer: data(mcpServer),
});

export const removeMcpServer = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{mcpId}`,
  who: writes,
  audit: "Deleted an MCP server",
  summary: "Deletes an MCP server with its tools; takes effect immediately.",
  query: confirmed,
});

/** A server that can't be reached is an answer, too: its state says so. */
export const refreshMcpServer = call({
  family: "console",
  method: "POST",
  path: `${base}/{mcpId}/refresh`,
  who: writes,
  audit: "Read an MCP server's tools",
  summary: "Reads the tools of an MCP server again. Changed tools are turned off.",
  answer: data(mcpServer),
  limit: "generate",
  answersWithinMs: 40_000,
});

/** 409 `conflict` where the server asks for no sign-in, or can't be signed in to; the message says why. */
export const signInToMcp = call({
  family: "console",
  method: "POST",
  path: `${base}/{mcpId}/signin`,
  who: writes,
  audit: "Signed in to an MCP server",
  summary: "Returns the address for signing in to an MCP server.",
  body: data(v.strictObject({ returnTo: text(2000) })),
  answer: data(v.object({ url: v.string() })),
  limit: "checkKey",
  forKeys: "never",
  answersWithinMs: 40_000,
});

export const signOutOfMcp = call({
  family: "console",
  method: "DELETE",
  path: `${base}/{mcpId}/signin`,
  who: writes,
  audit: "Signed out of an MCP server",
  summary: "Deletes the tokens of an MCP server. Its tools stop immediately.",
  query: confirmed,
  answer: data(mcpServer),
});

/** The address that issuers lead back to. All that it is given is compared, the issuer too. */
export const returnFromMcp = call({
  family: "webhooks",
  method: "GET",
  path: "/v1/mcp-token",
  who: "anyone",
  summary: "Receives the browser from an MCP server's sign-in, and stores the access.",
  query: v.object({
    state: v.optional(text(200)),
    code: v.optional(text(4000)),
    iss: v.optional(text(2000)),
    error: v.optional(text(200)),
    error_description: v.optional(text(2000)),
  }),
  answer: v.object({ location: v.string() }),
  redirects: { onError: "/" },
  limit: "signInByProvider",
});

/** The newest first. */
export const listMcpRuns = call({
  family: "console",
  method: "GET",
  path: `${base}/{mcpId}/runs`,
  who: reads,
  summary: "Lists the runs of an MCP server's tools, newest first.",
  query: paging,
  answer: list(skillRun),
});

export const listMcpTools = call({
  family: "console",
  method: "GET",
  path: `${base}/{mcpId}/tools`,
  who: reads,
  summary: "Lists the tools of an MCP server.",
  query: paging,
  answer: list(mcpTool),
});

/** `looked` is the fingerprint of the reviewed tool: 409 `conflict` if the tool has changed since. */
export const updateMcpTool = call({
  family: "console",
  method: "PATCH",
  path: `${base}/{mcpId}/tools/{toolId}`,
  who: writes,
  audit: "Changed a tool of an MCP server",
  summary: "Turns a tool on or off, or sets its permission. Takes effect immediately.",
  body: data(
    v.strictObject({
      isEnabled: v.optional(v.boolean()),
      risk: v.optional(v.picklist(risks)),
      looked: v.optional(text(64)),
    }),
  ),
  answer: data(mcpTool),
});

export const testMcpTool = call({
  family: "console",
  method: "POST",
  path: `${base}/{mcpId}/test`,
  who: writes,
  audit: "Tried a tool of an MCP server",
  summary: "Calls a tool with an input.",
  body: data(v.strictObject({ toolId: id, input: v.record(v.string(), v.unknown()) })),
  answer: data(mcpTestResult),
  limit: "generate",
  answersWithinMs: 40_000,
});
