import { ProtocolError, Server } from "@modelcontextprotocol/server";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Action } from "../../shared/domain/access.ts";
import { writeCitation } from "../../shared/domain/citations.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import { passageUrl } from "../answering/passageUrl.ts";
import type { McpEndpointDeps } from "./deps.ts";
import { openMcpDoor } from "./openMcpDoor.ts";

/** The caller and the agent. */
export interface AgentAsked {
  agent: AnsweringAgent;
  publicOrigin: string | null;
  /** The visitor whom the site vouches for; null where a program asks for people of its own. */
  contactId: string | null;
  /** Limits count by it. */
  sessionId: string;
  may(action: Action): boolean;
}

interface Given {
  asked: AgentAsked;
  input: unknown;
  signal: AbortSignal;
}

interface AgentTool {
  title: string;
  description: string;
  needs: Action;
  input: v.GenericSchema<unknown, Record<string, unknown>>;
  isReadOnly: boolean;
  run(given: Given): Promise<{ text: string; data: Record<string, unknown> }>;
}

const words = (description: string) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000), v.description(description));
const question = v.object({
  question: words("What to ask, in full sentences."),
  conversation_id: v.optional(
    v.pipe(v.string(), v.maxLength(64), v.description("Goes on with this conversation.")),
  ),
});
const search = v.object({
  query: v.pipe(words("What to look for."), v.maxLength(300)),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)), 8),
});
const opening = v.object({ message: words("The visitor's first message.") });

/** Makes what answers requests to agents, each with its own name and the tools that the caller may use. */
export function createAgentAnswer(deps: McpEndpointDeps) {
  const tools = createTools(deps);
  const open = openMcpDoor(({ authInfo }) => {
    const asked = authInfo?.extra?.["asked"] as AgentAsked | undefined; // given below
    if (!asked) throw new Error("Nobody asked.");
    return makeServer(deps, tools, asked);
  });
  return (asked: AgentAsked, request: Request): Promise<Response> => {
    const { publicOrigin, sessionId } = asked;
    const authInfo = { token: "", clientId: sessionId, scopes: [], extra: { asked } };
    return open({ request, publicOrigin, authInfo });
  };
}

function makeServer(
  { limits, version, report }: McpEndpointDeps,
  tools: Record<string, AgentTool>,
  asked: AgentAsked,
): Server {
  const { name } = asked.agent.configuration;
  const server = new Server(
    { name: "pilothouse", title: name, version },
    { capabilities: { tools: {} }, instructions: `Answers questions as “${name}” from its own sources.` },
  );
  const usable = Object.entries(tools).filter(([, { needs }]) => asked.may(needs));
  server.setRequestHandler("tools/list", () => ({
    ...{ ttlMs: 300_000, cacheScope: "private" as const },
    tools: usable.map(([tool, { title, description, input, isReadOnly }]) => ({
      ...{ name: tool, title, description, inputSchema: describe(input) },
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
    const tool = usable.find(([known]) => known === params.name)?.[1];
    if (!tool) throw new ProtocolError(-32602, `There is no tool ${params.name}.`);
    const checked = v.safeParse(tool.input, params.arguments ?? {});
    if (!checked.success) {
      const [issue] = checked.issues;
      return say(`${v.getDotPath(issue) ?? "The input"}: ${issue.message}`, { isError: true });
    }
    try {
      limits.take("sendBySession", asked.sessionId);
      const { text, data } = await tool.run({ asked, input: checked.output, signal });
      return { ...say(text), structuredContent: data };
    } catch (error) {
      if (!(error instanceof AppError)) report(error);
      return say(error instanceof AppError ? error.message : "It did not work. Try again later.", {
        isError: true,
      });
    }
  });
  return server;
}

function createTools({ retrieve, converse }: McpEndpointDeps): Record<string, AgentTool> {
  async function talk({ asked, signal }: Given, content: string, threadId?: string) {
    const { agent, contactId, sessionId } = asked;
    const { organizationId, agentId } = agent;
    const key = { organizationId, agentId, contactId, sessionId };
    const said = await converse({ ...key, content, ...(threadId !== undefined && { threadId }), signal });
    const sources = (said.answer?.citations ?? []).map(({ number, title, url }) => ({ number, title, url }));
    const answer = said.answer?.content ?? null;
    const data = { answer, conversation_id: said.threadId, sources };
    const list = sources.map(
      ({ number, title, url }) => `${writeCitation(number)} ${title}${url ? ` ${url}` : ""}`,
    );
    const lines = [answer ?? "The team answers here. The message was passed on.", list.join("\n")];
    return { text: lines.filter(Boolean).join("\n\n"), data };
  }
  return {
    ask: {
      title: "Ask",
      description: "Answers a question from the agent's sources, and cites them.",
      needs: "conversations.reply",
      input: question,
      isReadOnly: false,
      run: (given) => {
        const { question: content, conversation_id: threadId } = v.parse(question, given.input);
        return talk(given, content, threadId);
      },
    },
    search: {
      title: "Search",
      description: "Gives the passages of the agent's sources that match best, with links.",
      needs: "knowledge.read",
      input: search,
      isReadOnly: true,
      async run({ asked: { agent, contactId }, input, signal }) {
        const { query, limit } = v.parse(search, input);
        const { organizationId, agentId } = agent;
        // A program passes on what it gets, so it sees what everybody sees.
        const audiences: ("everyone" | "identified" | "verified")[] =
          contactId === null ? ["everyone"] : ["everyone", "identified", "verified"];
        const found = await retrieve({ organizationId, agentId, question: query, audiences, limit, signal });
        const passages = found.map(({ title, url, text }) => ({ title, url: passageUrl(url, text), text }));
        const written = passages.map(({ title, url, text }) => [title, url, text].filter(Boolean).join("\n"));
        return { text: written.join("\n\n---\n\n") || "Nothing was found.", data: { passages } };
      },
    },
    start_conversation: {
      title: "Start a conversation",
      description: "Begins a conversation that the team sees in its inbox, and gives the first answer.",
      needs: "conversations.reply",
      input: opening,
      isReadOnly: false,
      run: (given) => talk(given, v.parse(opening, given.input).message),
    },
  };
}

function describe(schema: AgentTool["input"]) {
  const { $schema: _, ...described } = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
  return described as { type: "object" }; // each input is an object
}

function say(text: string, more: { isError?: true } = {}) {
  return { content: [{ type: "text" as const, text }], ...more };
}
