import type { ChatMessage, ChatModel, ChatPart, ChatRequest, Hear, ToolCall } from "../models/chatModel.ts";
import { ModelFault } from "../models/fault.ts";
import type { Toolbox } from "./tools/toolbox.ts";
import { toolLimits } from "./tools/toolbox.ts";

export interface Conversing {
  model: ChatModel;
  request: ChatRequest;
  /** Null for a model that is told of no tools. */
  toolbox: Toolbox | null;
}

/**
 * Lets a model speak, does what it asks for, and lets it continue, until it has answered: at most eight requests, the
 * last one without a tool. What it says in several parts is one text.
 */
export async function converse({ model, request, toolbox }: Conversing, hear: Hear): Promise<void> {
  if (!toolbox || toolbox.descriptions.length === 0) return model.stream(request, hear);
  const messages: ChatMessage[] = [...request.messages];
  let hasSaid = false;
  for (let round = 1; ; round += 1) {
    const mayUseTools = toolbox.isOpen() && round < toolLimits.steps;
    const { descriptions: tools, signal } = toolbox;
    let said = "";
    let calls: ToolCall[] = [];
    let waits = false;
    const hearRound = (part: ChatPart) => {
      if (part.type === "attempt") calls = [];
      if (part.type === "call") calls.push(part.call);
      if (part.type === "text") {
        if (said === "" && hasSaid) hear({ type: "text", text: "\n\n" });
        said += part.text;
      }
      waits = part.type === "finish" && part.reason === "calls";
      if (!waits) hear(part);
    };
    await model.stream({ ...request, messages, tools, mayUseTools, signal }, hearRound);
    if (!waits || calls.length === 0) return;
    hasSaid ||= said.trim() !== "";
    if (!mayUseTools) {
      // It was told that it may not, and has nothing else to say.
      if (!hasSaid) throw new ModelFault("empty");
      return hear({ type: "finish", reason: "stop" });
    }
    const results = [];
    for (const call of calls) results.push({ call, text: await toolbox.run(call) });
    messages.push({ role: "assistant", content: said, calls }, { role: "tool", results });
  }
}
