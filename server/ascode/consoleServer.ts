import { acceptedContent, inputRequired, ProtocolError, Server } from "@modelcontextprotocol/server";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Action } from "../../shared/domain/access.ts";
import { CannotStart } from "../database/cannotStart.ts";
import { openMcpDoor } from "../mcpEndpoint/openMcpDoor.ts";
import { consoleTools } from "./consoleTools.ts";
import type { ConsoleTool } from "./consoleTools.ts";
import type { Target } from "./target.ts";

/** The program that asks, and what its key may do. */
export interface ConsoleAsked {
  target: Target;
  publicOrigin: string | null;
  keyId: string;
  may(action: Action): boolean;
}

interface Deps {
  version: string;
  report: (error: unknown) => void;
}

/** Files of agents can have long texts. */
const mostBytes = 4 * 1024 * 1024;
const approved = v.object({ approve: v.boolean() });

/** Makes what answers requests to the console as an MCP server, with the tools that the key may use. */
export function createConsoleAnswer(
  deps: Deps,
): (asked: ConsoleAsked, request: Request) => Promise<Response> {
  const open = openMcpDoor(
    ({ authInfo }) => {
      const asked = authInfo?.extra?.["asked"] as ConsoleAsked | undefined; // given below
      if (!asked) throw new Error("Nobody asked.");
      return makeServer(deps, asked);
    },
    { mostBytes },
  );
  return (asked, request) => {
    const { publicOrigin, keyId } = asked;
    return open({
      request,
      publicOrigin,
      authInfo: { token: "", clientId: keyId, scopes: [], extra: { asked } },
    });
  };
}

function makeServer({ version, report }: Deps, { target, may }: ConsoleAsked): Server {
  const server = new Server(
    { name: "pilothouse-console", title: "Pilothouse", version },
    {
      capabilities: { tools: {} },
      instructions:
        "Agents as code: pull an agent, edit its YAML, plan, apply the plan, test. Sources change immediately. The rest changes the draft.",
    },
  );
  const usable = Object.entries(consoleTools).filter(([, { needs }]) => needs.every(may));
  server.setRequestHandler("tools/list", () => ({
    ...{ ttlMs: 300_000, cacheScope: "private" as const },
    tools: usable.map(([name, { title, description, input, risk }]) => ({
      ...{ name, title, description, inputSchema: describe(input) },
      annotations: { ...risk, openWorldHint: false },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = usable.find(([known]) => known === params.name)?.[1];
    if (!tool) throw new ProtocolError(-32602, `There is no tool ${params.name}.`);
    const checked = v.safeParse(tool.input, params.arguments ?? {});
    if (!checked.success) {
      const [issue] = checked.issues;
      return refuse(`${v.getDotPath(issue) ?? "The input"}: ${issue.message}`);
    }
    try {
      const change = may("agents.apply") ? null : ((await tool.approval?.(target, checked.output)) ?? null);
      if (change !== null) {
        const answered = mcpReq.inputResponses !== undefined;
        if (!answered && !server.getClientCapabilities()?.elicitation) return refuse(cannotAsk);
        if (!answered) return askFor(change);
        if (acceptedContent(mcpReq.inputResponses, "approval", approved)?.approve !== true)
          return refuse("Not approved. Nothing was changed.");
      }
      const { text, data } = await tool.run(target, checked.output, mcpReq.signal);
      return { ...say(text), structuredContent: data };
    } catch (error) {
      if (error instanceof CannotStart) return refuse(error.message);
      report(error);
      return refuse("It did not work. Try again later.");
    }
  });
  return server;
}

const cannotAsk =
  "This program can't ask a person to approve changes. Use one that can, or a key with the right to apply without approval.";

/** The program shows it to a person, and calls again with the answer. */
function askFor(change: string) {
  const approve = { type: "boolean" as const, title: "Apply these changes", default: false };
  return inputRequired({
    inputRequests: {
      approval: inputRequired.elicit({
        message: change,
        requestedSchema: { type: "object", properties: { approve }, required: ["approve"] },
      }),
    },
  });
}

function describe(schema: ConsoleTool["input"]) {
  const { $schema: _, ...described } = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
  return described as { type: "object" }; // each input is an object
}

function refuse(text: string) {
  return { ...say(text), isError: true };
}

function say(text: string) {
  return { content: [{ type: "text" as const, text }] };
}
