import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { maxMcpTools, mcpTimeoutMs } from "../../../shared/domain/mcps.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { McpFault } from "./McpFault.ts";
import { writeResult } from "./writeResult.ts";

/** A server that is spoken to once: connected, asked, and left. */
export interface Reached {
  url: string;
  /** What signs in. */
  headers: Record<string, string>;
  fetch: typeof fetch;
  version: string;
  signal: AbortSignal;
}

export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
}

/** Reads all tools of a server. Throws an McpFault. */
export function readTools(reached: Reached): Promise<ListedTool[]> {
  return exchange(reached, async (client, options) => {
    const { tools } = await client.listTools(undefined, options);
    return tools;
  });
}

/** Calls one tool. What the tool itself says went wrong is in the result; throws an McpFault for all else. */
export function callTool(
  reached: Reached,
  { tool, input }: { tool: ListedTool; input: Record<string, unknown> },
): Promise<{ text: string; isError: boolean }> {
  return exchange(reached, async (client, options) => {
    const { name, inputSchema } = tool;
    const toolDefinition = { name, inputSchema: { ...inputSchema, type: "object" as const } };
    const result = await client.callTool({ name, arguments: input }, { ...options, toolDefinition });
    return { text: writeResult(result.content, result.structuredContent), isError: result.isError === true };
  });
}

type Options = { signal: AbortSignal; timeout: number; maxTotalTimeout: number };

/** Speaks the protocol of 2026-07-28 with those that know it, else that of 2025. */
async function exchange<Result>(
  { url, headers, fetch, version, signal }: Reached,
  work: (client: Client, options: Options) => Promise<Result>,
): Promise<Result> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(mcpTimeoutMs)]);
  const way = limitedFetch(fetch, within);
  const client = new Client(
    { name: "pilothouse", version },
    {
      capabilities: {},
      versionNegotiation: { mode: "auto" },
      inputRequired: { autoFulfill: false },
      listMaxPages: maxMcpTools,
      // Results are text to us, and no schema of a stranger's becomes code.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  // Faults of the stream that nobody asked for are no faults of the exchange.
  client.onerror = () => {};
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: way.fetch,
    requestInit: { headers },
    reconnectionOptions: {
      ...{ initialReconnectionDelay: 1000, maxReconnectionDelay: 1000, reconnectionDelayGrowFactor: 1 },
      maxRetries: 0,
    },
  });
  const options = { signal: within, timeout: mcpTimeoutMs, maxTotalTimeout: mcpTimeoutMs };
  try {
    const asked = client.connect(transport, options).then(() => work(client, options));
    // What does not heed its signal is left behind.
    return await Promise.race([asked, ended(within)]);
  } catch (error) {
    signal.throwIfAborted();
    throw toFault(error, { refused: way.refused(), isLate: within.aborted });
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
function limitedFetch(outward: typeof fetch, within: AbortSignal) {
  let left = mostBytes;
  let refused: EgressError | null = null;
  const limited = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const signal = init.signal ? AbortSignal.any([init.signal, within]) : within;
    try {
      const response = await outward(input, { ...init, signal });
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
  return { fetch: limited, refused: () => refused };
}

function toFault(
  error: unknown,
  { refused, isLate }: { refused: EgressError | null; isLate: boolean },
): McpFault {
  const log = error instanceof Error ? error.message : String(error);
  if (refused) return new McpFault(refused.message, `${refused.log}: ${log}`);
  if (isLate || isTimeout(error)) return new McpFault("The MCP server took too long. Try again later.", log);
  const status = findStatus(error);
  if (status === 401 || status === 403)
    return new McpFault(`The MCP server refused us (${status}). Check the secret.`, log);
  if (status !== null) return new McpFault(`The MCP server answered with ${status}. Check its address.`, log);
  if (error instanceof ProtocolError)
    return new McpFault("The MCP server refused the request.", log, error.message.slice(0, 500));
  return new McpFault("What the address answered is not MCP. Check that it is an MCP server over HTTP.", log);
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The status stands in the error itself, or in what it was caused by. */
function findStatus(error: unknown): number | null {
  if (error instanceof SdkHttpError) return error.status;
  return error instanceof Error && error.cause !== undefined ? findStatus(error.cause) : null;
}
