/** The extension of MCP by which a server's tools show their results as small pages. */
export const appExtension = "io.modelcontextprotocol/ui";
export const appMimeType = "text/html;profile=mcp-app";
/** The version of the messages between such a page and the chat around it. */
export const appProtocolVersion = "2026-01-26";
/** How long a page may be, and what a tool gave, as JSON, in characters. */
export const maxAppPage = 1_000_000;
export const maxAppResult = 200_000;
/** How long what an app wants to send in the visitor's name may be. */
export const maxAppMessage = 2000;
/** The pixels that an app takes in a conversation at least and at most, and before it says how many it needs. */
export const appHeights = { least: 48, first: 160, most: 560 };
/** How many cards a message has at most: beyond that an app is refused. */
export const maxAppCards = 20;
/** A tool's input from an app, as JSON, in characters. */
export const maxAppInput = 20_000;

/** Says of an app, by a tool's `_meta.ui`, which resource shows its results, and who may call it. */
export interface ToolApp {
  /** `ui://…`; null where the tool has no page of its own. */
  uri: string | null;
  forModel: boolean;
  forApp: boolean;
}
