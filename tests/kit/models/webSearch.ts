import type { Reply, WireFormat } from "./modelProvider.ts";

/** A page that a provider's own search finds, with what its model says of it. */
interface FoundPage {
  url: string;
  title: string;
  says: string;
}

type SearchFormat = Exclude<WireFormat, "chat">;

/** Answers a request that asks for the provider's own web search, as the provider does; 400 for one that does not. */
export function findOnWeb(format: SearchFormat, pages: readonly FoundPage[]): Reply {
  return (response, body) => {
    const tools = JSON.stringify((body as unknown as { tools?: unknown }).tools ?? null);
    const isAsked = tools.includes(toolNames[format]);
    response.writeHead(isAsked ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(isAsked ? writers[format](pages) : { error: { message: "no search tool" } }));
  };
}

const toolNames: Record<SearchFormat, string> = {
  responses: '"type":"web_search"',
  anthropic: '"type":"web_search_20250305"',
  google: '"googleSearch":{}',
};

const writers: Record<SearchFormat, (pages: readonly FoundPage[]) => object> = {
  responses(pages) {
    const lines = pages.map(({ says, url }) => `${says} ([page](${url}))`);
    const annotations = pages.map(({ url, title }) => ({
      ...{ type: "url_citation", start_index: 0, end_index: 1, url, title },
    }));
    return {
      ...{ id: "resp_1", object: "response", created_at: 1, status: "completed", model: "gpt-4o" },
      ...{ error: null, incomplete_details: null },
      output: [
        {
          type: "web_search_call",
          id: "ws_1",
          status: "completed",
          action: { type: "search", query: "tea" },
        },
        {
          ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
          content: [{ type: "output_text", text: lines.join("\n"), annotations }],
        },
      ],
      usage: {
        ...{ input_tokens: 300, input_tokens_details: { cached_tokens: 0 }, total_tokens: 350 },
        ...{ output_tokens: 50, output_tokens_details: { reasoning_tokens: 0 } },
      },
    };
  },
  anthropic(pages) {
    const results = pages.map(({ url, title }) => ({
      ...{ type: "web_search_result", url, title, encrypted_content: "EqgfCioIARgB", page_age: null },
    }));
    return {
      ...{ id: "msg_1", type: "message", role: "assistant", model: "claude" },
      content: [
        { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "tea" } },
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: results },
        ...pages.map(({ url, title, says }) => ({
          ...{ type: "text", text: says },
          citations: [
            {
              ...{ type: "web_search_result_location", url, title },
              ...{ cited_text: says, encrypted_index: "Eo8BCioI" },
            },
          ],
        })),
      ],
      ...{ stop_reason: "end_turn", stop_sequence: null },
      usage: { input_tokens: 300, output_tokens: 50, server_tool_use: { web_search_requests: 1 } },
    };
  },
  // Its addresses lead to the pages over Google, and its titles are their hosts.
  google: (pages) => ({
    candidates: [
      {
        ...{ content: { role: "model", parts: [{ text: pages.map(({ says }) => says).join(" ") }] } },
        ...{ finishReason: "STOP", index: 0 },
        groundingMetadata: {
          webSearchQueries: ["tea"],
          groundingChunks: pages.map(({ url }, index) => ({
            web: { uri: `${googleRedirect}${index}`, title: new URL(url).hostname },
          })),
          groundingSupports: pages.map(({ says: text }, index) => ({
            ...{ segment: { startIndex: 0, endIndex: text.length, text } },
            groundingChunkIndices: [index],
          })),
        },
      },
    ],
    usageMetadata: { promptTokenCount: 300, candidatesTokenCount: 50, totalTokenCount: 350 },
  }),
};

export const googleRedirect = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";
