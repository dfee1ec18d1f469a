import { randomInt } from "node:crypto";
import {
  Client,
  extractWWWAuthenticateParams,
  isInputRequiredResult,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { AuthProvider, InputRequiredResult } from "@modelcontextprotocol/client";
import { appExtension, appMimeType, maxAppPage, maxAppResult } from "../../../shared/domain/mcpApps.ts";
import { maxMcpTools, mcpTimeoutMs } from "../../../shared/domain/mcps.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { readAppOrigins } from "./apps/policy.ts";
import type { AppOrigins } from "./apps/policy.ts";
import { findFormFault, toContent } from "./elicit.ts";
import type { AnsweredForm, AskedForm, Exchange } from "./elicit.ts";
import { McpFault } from "./McpFault.ts";
import type { Challenge } from "./McpFault.ts";
import { writeResult } from "./writeResult.ts";

/** A server that is spoken to once: connected, asked, and left. */
export interface Reached {
  url: string;
  /** What signs in. */
  headers: Record<string, string>;
  /** Signs in with tokens that change. */
  access?: AuthProvider | undefined;
  fetch: typeof fetch;
  version: string;
  /** Whether its tools may show their results as apps. */
  offersApps: boolean;
  signal: AbortSignal;
}

export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
  _meta?: Record<string, unknown> | undefined;
}

/** Reads all tools of a server. Throws an McpFault. */
export function readTools(reached: Reached): Promise<ListedTool[]> {
  return exchangeWith(reached, createForms(null), async (client, options) => {
    const { tools } = await client.listTools(undefined, options);
    return tools;
  });
}

/** What a tool gave, or what it asks for before it goes on. */
export type Called =
  /** `result` is the JSON of all that it gave, for an app; null where that is too long. */
  { text: string; isError: boolean; result: string | null } | { exchange: Exchange };

export interface CallOfTool {
  tool: ListedTool;
  input: Record<string, unknown>;
  /** Where the call stands that asked for something; its forms are answered. */
  exchange?: Exchange | null;
}

/** A server may give us only its state to come back with. */
const mostEmptyRounds = 3;

/** Calls one tool. What the tool itself says went wrong is in the result; throws an McpFault for all else. */
export function callTool(reached: Reached, { tool, input, exchange = null }: CallOfTool): Promise<Called> {
  const forms = createForms(exchange);
  return exchangeWith(reached, forms, async (client, options) => {
    const { name, inputSchema } = tool;
    const toolDefinition = { name, inputSchema: { ...inputSchema, type: "object" as const } };
    let given = exchange?.isModern ? writeResponses(exchange) : {};
    for (let round = 0; ; round += 1) {
      const signal = AbortSignal.any([options.signal, forms.signal]);
      const result = await client
        .callTool(
          { name, arguments: input, ...given },
          { ...options, signal, toolDefinition, allowInputRequired: true },
        )
        .catch((error: unknown) => {
          if (!forms.signal.aborted) throw error;
          return null;
        });
      const asks = forms.asked();
      if (asks) return { exchange: vetExchange(asks) };
      if (result === null) throw new McpFault("The MCP server refused the request.", "canceled");
      if (!isInputRequiredResult(result)) {
        const { content, structuredContent, isError = false } = result;
        const { _meta } = result;
        const all = JSON.stringify({ content, structuredContent, isError, _meta });
        return {
          ...{ text: writeResult(content, structuredContent), isError },
          result: all.length > maxAppResult ? null : all,
        };
      }
      const asked = readRequests(result);
      if (asked.length > 0) {
        const state = result.requestState ?? null;
        const answered = exchange?.answered ?? [];
        return { exchange: vetExchange({ asked, state, isModern: true, answered }) };
      }
      if (round >= mostEmptyRounds || result.requestState === undefined)
        throw new McpFault(
          "The MCP server asked for nothing, again and again.",
          "input required without input",
        );
      given = { requestState: result.requestState };
    }
  });
}

/** An app's page as its server gives it. */
export interface ReadPage {
  html: string;
  origins: AppOrigins;
  hasBorder: boolean;
}

/** Reads the page of an app. Throws an McpFault. */
export function readAppPage(reached: Reached, uri: string): Promise<ReadPage> {
  return exchangeWith(reached, createForms(null), async (client, options) => {
    const { contents } = await client.readResource({ uri }, options);
    const page = contents.find((one) => one.uri === uri && one.mimeType === appMimeType);
    if (!page) throw new McpFault("The app has no page.", `no ${appMimeType} at ${uri}`);
    const html = "text" in page ? page.text : Buffer.from(page.blob, "base64").toString("utf8");
    if (html.length > maxAppPage)
      throw new McpFault(`The app's page is longer than ${maxAppPage} characters.`, uri);
    const { csp, prefersBorder } = readUi(page) ?? (await findListedUi(client, uri, options)) ?? {};
    const plain = html.toWellFormed().replaceAll("\u0000", "\ufffd");
    return { html: plain, origins: readAppOrigins(csp), hasBorder: prefersBorder !== false };
  });
}

type UiMeta = { csp?: unknown; prefersBorder?: unknown };

function readUi({ _meta }: { _meta?: Record<string, unknown> | undefined }): UiMeta | null {
  const ui = _meta?.["ui"];
  return typeof ui === "object" && ui !== null ? ui : null;
}

/** Where the page itself declares nothing, the list of resources may; servers need not list it. */
async function findListedUi(client: Client, uri: string, options: Options): Promise<UiMeta | null> {
  const { resources } = await client.listResources(undefined, options).catch(() => ({ resources: [] }));
  const listed = resources.find((one) => one.uri === uri);
  return listed ? readUi(listed) : null;
}

function readRequests({ inputRequests = {} }: InputRequiredResult): AskedForm[] {
  return Object.entries(inputRequests).map(([key, { method, params }]) => {
    // Nothing else was offered.
    if (method !== "elicitation/create" || !("requestedSchema" in params))
      throw new McpFault("The MCP server asked for something unsupported.", method);
    return { key, message: params.message, schema: params.requestedSchema };
  });
}

function writeResponses({ state, asked, answered }: Exchange) {
  // Earlier rounds are in the server's own state.
  const last = answered.slice(answered.length - asked.length);
  return {
    inputResponses: Object.fromEntries(last.map((form) => [form.key, toResponse(form)])),
    ...(state !== null && { requestState: state }),
  };
}

function toResponse(form: AnsweredForm) {
  return form.action === "accept"
    ? { action: "accept" as const, content: toContent(form) }
    : { action: "decline" as const };
}

/** Far more than a form needs; it is kept with the run until somebody answers. */
const longestExchange = 64_000;

/** Gives an exchange that can be shown as a form and kept; throws an McpFault for any other. */
function vetExchange(exchange: Exchange): Exchange {
  const isLong = JSON.stringify(exchange).length > longestExchange;
  const fault = isLong ? "Its question is too long." : findFormFault(exchange.asked);
  if (fault !== null) throw new McpFault("The MCP server asked for something unsupported.", fault);
  return exchange;
}

/** What a server of 2025 asks while a call runs. */
interface Forms {
  answer(params: FormParams): Promise<ReturnType<typeof toResponse>>;
  /** Where the call stands once it asked for something that nobody answered. */
  asked(): Exchange | null;
  /** Ends with that. */
  signal: AbortSignal;
}

interface FormParams {
  message: string;
  requestedSchema?: Record<string, unknown>;
}

/**
 * A server of 2025 holds its call open while it waits, which no restart survives and no visitor hurries for. So the
 * call is canceled at a question that nobody answered yet, and made again with the answer: when the server repeats the
 * question, it is answered at once.
 */
function createForms(exchange: Exchange | null): Forms {
  const answered = exchange?.answered ?? [];
  const stop = new AbortController();
  let next = 0;
  let open: AskedForm | null = null;
  return {
    answer({ message, requestedSchema = {} }) {
      const form = { key: String(next), message, schema: requestedSchema };
      const known = open === null ? answered[next] : undefined;
      if (known && JSON.stringify(known.schema) === JSON.stringify(form.schema)) {
        next += 1;
        return Promise.resolve(toResponse(known));
      }
      open ??= form;
      stop.abort();
      return new Promise(() => {});
    },
    asked: () => open && { asked: [open], state: null, isModern: false, answered: answered.slice(0, next) },
    signal: stop.signal,
  };
}

type Options = { signal: AbortSignal; timeout: number; maxTotalTimeout: number };

/** Speaks the protocol of 2026-07-28 with those that know it, else that of 2025. */
async function exchangeWith<Result>(
  { url, headers, access, fetch, version, offersApps, signal }: Reached,
  forms: Forms,
  work: (client: Client, options: Options) => Promise<Result>,
): Promise<Result> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(mcpTimeoutMs)]);
  const way = limitedFetch(fetch, { url, within });
  const client = new Client(
    { name: "pilothouse", version },
    {
      capabilities: {
        elicitation: { form: {} },
        ...(offersApps && { extensions: { [appExtension]: { mimeTypes: [appMimeType] } } }),
      },
      versionNegotiation: { mode: "auto" },
      inputRequired: { autoFulfill: false },
      listMaxPages: maxMcpTools,
      // Results are text to us, and no schema of a stranger's becomes code.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  // Each client counts its requests from 0, and a call that is repeated with an answer must not have the ID that it had before.
  Reflect.set(client, "_requestMessageId", randomInt(1, 2 ** 31));
  // Faults of the stream that nobody asked for are no faults of the exchange.
  client.onerror = () => {};
  if (forms)
    client.setRequestHandler("elicitation/create", ({ params }) => forms.answer(params as FormParams)); // of forms only, as we offer
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: way.fetch,
    requestInit: { headers },
    ...(access && { authProvider: access }),
    reconnectionOptions: {
      ...{ initialReconnectionDelay: 1000, maxReconnectionDelay: 1000, reconnectionDelayGrowFactor: 1 },
      maxRetries: 2,
    },
  });
  const options = { signal: within, timeout: mcpTimeoutMs, maxTotalTimeout: mcpTimeoutMs };
  try {
    const asked = client.connect(transport, options).then(() => work(client, options));
    // What does not heed its signal is left behind.
    return await Promise.race([asked, ended(within)]);
  } catch (error) {
    signal.throwIfAborted();
    throw toFault(error, { refused: way.refused(), challenge: way.challenge(), isLate: within.aborted });
  } finally {
    // Nobody's answer waits for a goodbye.
    const left = within.aborted ? Promise.resolve() : transport.terminateSession();
    void left
      .catch(() => {})
      .then(() => client.close())
      .catch(() => {});
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }); // whatever ended it
  });
}

/** As much as a server may say in one exchange. */
const mostBytes = 8_000_000;

/** The way out, which ends with the exchange, counts what comes, and notes why it was refused. */
function limitedFetch(outward: typeof fetch, { url, within }: { url: string; within: AbortSignal }) {
  let left = mostBytes;
  let refused: EgressError | null = null;
  let challenge: Challenge | null = null;
  const limited = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ? AbortSignal.any([init.signal, within]) : within;
    try {
      const response = await outward(input, { ...init, signal });
      // The issuer's own refusals are none of the server's.
      if (String(input instanceof Request ? input.url : input) === url) challenge = readChallenge(response);
      if (response.body === null) return response;
      const counted = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(piece, controller) {
            left -= piece.byteLength;
            if (left >= 0) return controller.enqueue(piece);
            refused ??= new EgressError("tooLarge", { log: "an MCP server" });
            controller.error(refused);
          },
        }),
      );
      const { status, statusText, headers } = response;
      return new Response(counted, { status, statusText, headers });
    } catch (error) {
      if (error instanceof EgressError && error.reason !== "aborted") refused ??= error;
      throw error;
    }
  };
  return { fetch: limited, refused: () => refused, challenge: () => challenge };
}

/** What a sign-in would help against: no good token, or one that allows too little. */
function readChallenge(response: Response): Challenge | null {
  const { status } = response;
  if (status !== 401 && status !== 403) return null;
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  if (status === 403 && error !== "insufficient_scope") return null;
  return { status, scope: scope ?? null, resourceMetadataUrl: resourceMetadataUrl?.href ?? null };
}

function toFault(
  error: unknown,
  {
    refused,
    challenge,
    isLate,
  }: { refused: EgressError | null; challenge: Challenge | null; isLate: boolean },
): McpFault {
  if (error instanceof McpFault) return error;
  const log = error instanceof Error ? error.message : String(error);
  if (refused) return new McpFault(refused.message, `${refused.log}: ${log}`);
  if (isLate || isTimeout(error)) return new McpFault("The MCP server took too long. Try again later.", log);
  if (challenge)
    return new McpFault(`The MCP server refused the request (${challenge.status}). Check the secret.`, log, {
      challenge,
    });
  const status = findStatus(error);
  if (status === 401 || status === 403)
    return new McpFault(`The MCP server refused the request (${status}). Check the secret.`, log);
  if (status !== null) return new McpFault(`The MCP server answered with ${status}. Check its address.`, log);
  if (error instanceof ProtocolError)
    return new McpFault("The MCP server refused the request.", log, { said: error.message.slice(0, 500) });
  return new McpFault(
    "The address did not answer as an MCP server. Check that it is an MCP server over HTTP.",
    log,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The status stands in the error itself, or in what it was caused by. */
function findStatus(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status;
  return error instanceof Error && error.cause !== undefined ? findStatus(error.cause) : null;
}
