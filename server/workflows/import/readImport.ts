import type { ImportedWorkflow } from "../../../shared/contract/workflows/imports.ts";
import { importFormats } from "../../../shared/domain/workflows/imports.ts";
import type { ImportFormat } from "../../../shared/domain/workflows/imports.ts";
import { buildWorkflow } from "./buildWorkflow.ts";
import { mapDify } from "./dify/mapDify.ts";
import { isDify, readDifyFlow } from "./dify/readDifyFlow.ts";
import { mapFlowise } from "./flowise/mapFlowise.ts";
import { isFlowise, readFlowiseFlow } from "./flowise/readFlowiseFlow.ts";
import type { ForeignFlow } from "./foreign.ts";
import { ImportProblem } from "./ImportProblem.ts";
import type { Json } from "./json.ts";
import type { MapNode } from "./mapping.ts";
import { mapN8n } from "./n8n/mapN8n.ts";
import { isN8n, readN8nFlow } from "./n8n/readN8nFlow.ts";
import { parseText } from "./parseText.ts";
import { mapTypebot } from "./typebot/mapTypebot.ts";
import { isTypebot, readTypebotFlow } from "./typebot/readTypebotFlow.ts";

interface Reader {
  isMeant: (file: Json) => boolean;
  readFlow: (file: Json) => ForeignFlow;
  mapNode: MapNode;
}

/** One builder's exports each; the first that knows a file reads it. */
const readers: Record<ImportFormat, Reader> = {
  dify: { isMeant: isDify, readFlow: readDifyFlow, mapNode: mapDify },
  typebot: { isMeant: isTypebot, readFlow: readTypebotFlow, mapNode: mapTypebot },
  n8n: { isMeant: isN8n, readFlow: readN8nFlow, mapNode: mapN8n },
  flowise: { isMeant: isFlowise, readFlow: readFlowiseFlow, mapNode: mapFlowise },
};

/** Reads an export of another builder as a workflow. Throws an ImportProblem that says why not. */
export function readImport(text: string): ImportedWorkflow {
  const file = parseText(text);
  const found = (Object.keys(readers) as ImportFormat[]).find((format) => readers[format].isMeant(file)); // keys of a literal object
  if (!found) throw new ImportProblem(unknownFile(file));
  const { readFlow, mapNode } = readers[found];
  const flow = readFlow(file);
  if (flow.nodes.length === 0)
    throw new ImportProblem(`This ${importFormats[found]} export has no nodes. Export another one.`);
  return { format: found, ...buildWorkflow(flow, mapNode) };
}

function unknownFile(file: Json): string {
  const { app } = file;
  if (typeof app === "object" && app !== null)
    return "This Dify app has no workflow. Export a workflow or a chatflow.";
  return "This file isn’t an export from Dify, Flowise, n8n or Typebot. Choose another one.";
}
