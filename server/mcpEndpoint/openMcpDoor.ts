import { createMcpHandler } from "@modelcontextprotocol/server";
import type { AuthInfo, McpServerFactory } from "@modelcontextprotocol/server";
import { isForeign } from "./isForeign.ts";

export interface McpAsked {
  request: Request;
  publicOrigin: string | null;
  authInfo?: AuthInfo;
}

/** Opens a server that speaks MCP of both eras over HTTP, without sessions: each request stands for itself. */
export function openMcpDoor(
  makeServer: McpServerFactory,
  { mostBytes = 256 * 1024 } = {},
): (asked: McpAsked) => Promise<Response> {
  const handler = createMcpHandler(makeServer, { maxRequestBodySize: mostBytes });
  return async ({ request, publicOrigin, authInfo }) => {
    if (isForeign(request.headers, publicOrigin))
      return Response.json(
        { jsonrpc: "2.0", id: null, error: { code: -32600, message: "This address is not ours." } },
        { status: 403 },
      );
    return handler.fetch(request, authInfo ? { authInfo } : {});
  };
}
