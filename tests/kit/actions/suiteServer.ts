import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import {
  inputRequired,
  isLegacyRequest,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { InputResponses, ServerContext } from "@modelcontextprotocol/server";
import { isForeign } from "../../../server/mcpEndpoint/isForeign.ts";
import { openMcpDoor } from "../../../server/mcpEndpoint/openMcpDoor.ts";
import { startWebServer } from "../network/webServer.ts";
import type { WebServer } from "../network/webServer.ts";

type Json = Record<string, unknown>;
type Given = { input: Json; responses: InputResponses | undefined; context: ServerContext };
type Run = (given: Given) => unknown;

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const text = (words: string) => ({ type: "text", text: words });
const image = { type: "image", data: png, mimeType: "image/png" };
const say = (words: string) => ({ content: [text(words)] });
const object = (properties: Json, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const string = { type: "string" };

/** Tools that give what they always give. */
const simple: Record<string, Run> = {
  test_simple_text: () => say("This is a simple text response for testing."),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [embedded("test://embedded-resource", "text/plain", "Embedded.")],
  }),
  test_multiple_content_types: () => ({
    content: [text("Several:"), image, embedded("test://mixed", "application/json", '{"test":"data"}')],
  }),
  test_error_handling: () => ({
    ...say("This tool intentionally returns an error for testing"),
    isError: true,
  }),
  test_tool_with_logging: async ({ context }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await context.mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
      await pause(50);
    }
    return say("Logged.");
  },
  test_tool_with_progress: async ({ context }) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await context.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      await pause(50);
    }
    return say("Done.");
  },
};

function embedded(uri: string, mimeType: string, words: string) {
  return { type: "resource", resource: { uri, mimeType, text: words } };
}

const elicit = (message: string, properties: Json) => ({
  method: "elicitation/create",
  params: { message, requestedSchema: object(properties) },
});
const sample = (words: string, maxTokens: number) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text(words) }], maxTokens },
});
const roots = { method: "roots/list", params: {} };
const askName = elicit("What is your name?", { name: string });

/** Tools that ask back within a session, as servers of 2025 do. */
const inSession: Record<string, Run> = {
  test_sampling: async ({ input, context }) => {
    const answer = (await context.mcpReq.send(sample(String(input["prompt"]), 100) as never)) as Json; // the suite's own
    return say(`LLM response: ${JSON.stringify(answer["content"])}`);
  },
  test_elicitation: ({ input, context }) =>
    ask(context, String(input["message"]), { username: string, email: string }),
  test_elicitation_sep1034_defaults: ({ context }) =>
    ask(context, "Please look at these.", {
      name: { ...string, default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { ...string, enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  test_elicitation_sep1330_enums: ({ context }) => {
    const options = ["option1", "option2", "option3"];
    const titled = [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` }));
    return ask(context, "Please choose.", {
      untitledSingle: { ...string, enum: options },
      titledSingle: { ...string, oneOf: titled },
      legacyEnum: { ...string, enum: ["opt1", "opt2", "opt3"], enumNames: ["One", "Two", "Three"] },
      untitledMulti: { type: "array", items: { ...string, enum: options } },
      titledMulti: { type: "array", items: { anyOf: titled } },
    });
  },
};

async function ask(context: ServerContext, message: string, properties: Json) {
  const answer = (await context.mcpReq.send(elicit(message, properties) as never)) as Json; // the suite's own
  return say(`action=${String(answer["action"])}, content=${JSON.stringify(answer["content"] ?? {})}`);
}

const stateKey = randomBytes(32);
const signState = (words: string) =>
  `${words}.${createHmac("sha256", stateKey).update(words).digest("base64url")}`;

function readState({ context }: Given): string | undefined {
  const state = context.mcpReq.requestState() as string | undefined;
  if (state === undefined) return undefined;
  const [words = ""] = state.split(".");
  if (signState(words) !== state) throw new ProtocolError(-32602, "The state was changed.");
  return words;
}

const has = ({ responses }: Given, key: string, isGood: (response: Json) => boolean) =>
  isGood((responses?.[key] ?? {}) as Json);
const isAnswered = (given: Given, key: string, name: string) =>
  has(given, key, ({ content }) => (content as Json | undefined)?.[name] !== undefined);
const need = (inputRequests: Json, state?: string) =>
  inputRequired({ inputRequests, ...(state && { requestState: signState(state) }) } as never); // the suite's own

/** Tools that ask back by what they answer, as servers of 2026 do. */
const byRounds: Record<string, Run> = {
  test_input_required_result_elicitation: (given) =>
    isAnswered(given, "user_name", "name") ? say("Hello!") : need({ user_name: askName }),
  test_input_required_result_sampling: (given) =>
    has(given, "capital_question", ({ content }) => content !== undefined)
      ? say(JSON.stringify(given.responses))
      : need({ capital_question: sample("What is the capital of France?", 100) }),
  test_input_required_result_list_roots: (given) =>
    has(given, "client_roots", (response) => Array.isArray(response["roots"]))
      ? say(JSON.stringify(given.responses))
      : need({ client_roots: roots }),
  test_input_required_result_request_state: (given) =>
    readState(given) !== undefined && isAnswered(given, "confirm", "ok")
      ? say("state-ok")
      : need({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, "confirm"),
  test_input_required_result_tampered_state: (given) =>
    readState(given) !== undefined
      ? say("state-ok")
      : need({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, "confirm"),
  test_input_required_result_multiple_inputs: (given) =>
    readState(given) !== undefined && given.responses?.["client_roots"]
      ? say("All is there.")
      : need({ user_name: askName, greeting: sample("Generate a greeting", 50), client_roots: roots }, "all"),
  test_input_required_result_multi_round: (given) => {
    const round = readState(given);
    if (round === "two") return say("Done.");
    if (round === "one")
      return need({ step2: elicit("Step 2: What is your favorite color?", { color: string }) }, "two");
    return need({ step1: elicit("Step 1: What is your name?", { name: string }) }, "one");
  },
  test_input_required_result_capabilities: (given) => need(whatClientCan(given)),
  test_streaming_elicitation: () => need({ user_name: askName }),
  test_missing_capability: (given) => {
    if (!capabilitiesOf(given)["sampling"])
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return say("It is there.");
  },
  test_logging_tool: async ({ context }) => {
    await context.mcpReq.log("info", "Logged only for those who asked for it.");
    return say("Done.");
  },
};

function capabilitiesOf({ context }: Given): Json {
  const envelope = context.mcpReq.envelope as Json | undefined; // by the protocol's names
  return (envelope?.["io.modelcontextprotocol/clientCapabilities"] ?? {}) as Json; // as the protocol has it
}

function whatClientCan(given: Given): Json {
  const can = capabilitiesOf(given);
  return {
    ...(can["elicitation"] !== undefined && { user_name: askName }),
    ...(can["sampling"] !== undefined && { greeting: sample("Hi", 50) }),
  };
}

const tools = { ...simple, ...inSession, ...byRounds };
const inputs: Record<string, Json> = {
  test_sampling: object({ prompt: string }),
  test_elicitation: object({ message: string }),
};

const prompts: Record<string, { arguments: string[]; get: Run }> = {
  test_simple_prompt: { arguments: [], get: () => prompt(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    get: ({ input }) =>
      prompt(text(`Prompt with arguments: arg1='${String(input["arg1"])}', arg2='${String(input["arg2"])}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    get: ({ input }) =>
      prompt(embedded(String(input["resourceUri"]), "text/plain", "Embedded."), text("Please read it.")),
  },
  test_prompt_with_image: { arguments: [], get: () => prompt(image, text("Please look at it.")) },
  test_input_required_result_prompt: {
    arguments: [],
    get: (given) =>
      isAnswered(given, "user_context", "context")
        ? prompt(text("Thanks."))
        : need({ user_context: elicit("What context should the prompt use?", { context: string }) }),
  },
};

function prompt(...contents: Json[]) {
  return { messages: contents.map((content) => ({ role: "user", content })) };
}

const resources = [
  {
    uri: "test://static-text",
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  },
  { uri: "test://static-binary", mimeType: "image/png", blob: png },
  { uri: "test://watched-resource", mimeType: "text/plain", text: "Watched." },
];

function readResource(uri: string) {
  const known = resources.find((resource) => resource.uri === uri);
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined)
    return { uri, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) };
  // The number that the protocol has for it.
  if (!known) throw new ProtocolError(-32602, "Resource not found", { uri });
  return known;
}

/** A server with the tools, prompts and resources that the protocol's own suite asks for. */
function makeServer(): Server {
  const server = new Server(
    { name: "suite", version: "1" },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, logging: {}, completions: {} },
    },
  );
  const give = (
    run: Run | undefined,
    params: { name: string; arguments?: Json | undefined },
    context: ServerContext,
  ) => {
    if (!run) throw new ProtocolError(-32602, `Unknown: ${params.name}`);
    const responses = context.mcpReq.inputResponses as InputResponses | undefined;
    return run({ input: params.arguments ?? {}, responses, context }) as never; // in the protocol's shape
  };
  const list = { ttlMs: 60_000, cacheScope: "public" } as const;
  server.setRequestHandler("tools/list", () => ({
    ...list,
    tools: Object.keys(tools).map((name) => ({
      ...{ name, description: `Tests ${name}.` },
      inputSchema: (inputs[name] ?? { type: "object" }) as { type: "object" },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) => give(tools[params.name], params, context));
  server.setRequestHandler("prompts/list", () => ({
    ...list,
    prompts: Object.entries(prompts).map(([name, { arguments: names }]) => ({
      ...{ name, description: `Tests ${name}.` },
      arguments: names.map((one) => ({ name: one, description: one, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) =>
    give(prompts[params.name]?.get, params, context),
  );
  server.setRequestHandler("resources/list", () => ({
    ...list,
    resources: resources.map(({ uri, mimeType }) => ({
      uri,
      mimeType,
      name: uri,
      description: `Tests ${uri}.`,
    })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    ...list,
    resourceTemplates: [
      { uriTemplate: "test://template/{id}/data", name: "template", description: "Tests." },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => ({
    ...list,
    contents: [readResource(uri)],
  }));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", () => ({
    completion: { values: ["paris"], total: 1, hasMore: false },
  }));
  server.setRequestHandler("logging/setLevel", () => ({}));
  return server;
}

/**
 * The suite's tools behind our own door. What asks back as servers of 2025 do needs a session, which none of our agents' tools
 * does: requests of that era get one here.
 */
export async function startSuiteServer(): Promise<WebServer & { url: string }> {
  const open = openMcpDoor(makeServer);
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const answerInSession = async (request: Request): Promise<Response> => {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await makeServer().connect(transport);
    return transport.handleRequest(request);
  };
  const listener = getRequestListener(async (request) => {
    const isLegacy = request.method !== "POST" || (await isLegacyRequest(request.clone()));
    if (isLegacy && !isForeign(request.headers, null)) return answerInSession(request);
    return open({ request, publicOrigin: null });
  });
  const web = await startWebServer((request, response) => void listener(request, response));
  return Object.assign(web, { url: `${web.origin}/mcp` });
}
