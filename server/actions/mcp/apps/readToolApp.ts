import type { ToolApp } from "../../../../shared/domain/mcpApps.ts";
import type { McpToolRow } from "../tables.ts";

const longestUri = 500;

/** Reads from a tool's `_meta` which page shows its results, and who may call it; null for a tool like any other. */
export function readToolApp(meta: unknown): ToolApp | null {
  const { ui, "ui/resourceUri": old } = asObject(meta);
  const { resourceUri = old, visibility } = asObject(ui);
  const isUri = typeof resourceUri === "string" && /^ui:\/\/\S+$/.test(resourceUri);
  const uri = isUri && resourceUri.length <= longestUri ? resourceUri : null;
  const who: unknown[] = Array.isArray(visibility) ? visibility : ["model", "app"];
  const app = { uri, forModel: who.includes("model"), forApp: who.includes("app") };
  return uri === null && app.forModel && app.forApp ? null : app;
}

/** What a tool says of apps; null where it says nothing. */
export function readApp({ app }: Pick<McpToolRow, "app">): ToolApp | null {
  return app === null ? null : (JSON.parse(app) as ToolApp); // written by vetTools
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
