import { lazyFamily } from "./lazy.ts";

/** The chat as visitors see it: a document of its own, which a screen does not wait for. */
export const { VisitorView, AgentPreview } = lazyFamily(() => import("./previewParts.ts"));
