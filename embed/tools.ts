import type { PageEnd } from "../shared/frame/link.ts";
import type { FrameToPage } from "../shared/frame/messages.ts";
import type { Listeners } from "./listeners.ts";
import type { ClientTool } from "./types.ts";

/** What page code can do for the agent: it stays on the page, and the frame knows its names. */
export function createTools(send: PageEnd["send"], tell: Listeners["tell"]) {
  const tools = new Map<string, ClientTool>();

  function tellAll(): void {
    send(
      "tools",
      [...tools.values()].map(({ name, confirm }) => ({ name, confirm: confirm === true })),
    );
  }

  function add(given: ClientTool | ClientTool[]): () => void {
    const added = [given].flat().filter(isTool);
    for (const tool of added) tools.set(tool.name, tool);
    tellAll();
    return () => {
      // What came under the same name later stays.
      for (const tool of added) if (tools.get(tool.name) === tool) tools.delete(tool.name);
      tellAll();
    };
  }

  return {
    tellAll,
    add,
    remove(name: string): void {
      tools.delete(name);
      tellAll();
    },
    /** Runs one, and answers with what it gave as JSON, or with why there is nothing. */
    async call({ id, name, args, withinMs }: FrameToPage["tool-call"]): Promise<void> {
      tell("tool:call", { name, args });
      const outcome = await run(tools.get(name), args, withinMs);
      tell("tool:result", { name, ok: "result" in outcome });
      send("tool-result", { id, ...outcome });
    },
  };
}

async function run(
  tool: ClientTool | undefined,
  args: unknown,
  withinMs: number,
): Promise<{ result: string } | { error: string }> {
  if (!tool) return { error: "The page does not offer this any more." };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), withinMs);
  try {
    const over = new Promise<never>((_, reject) =>
      late.signal.addEventListener("abort", () => reject(new Error("It took too long."))),
    );
    const value = await Promise.race([tool.run(args, late.signal), over]);
    return { result: JSON.stringify(value ?? null) ?? "null" };
  } catch (error) {
    console.error(error);
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

function isTool(given: ClientTool): boolean {
  const isOne = typeof given?.name === "string" && typeof given.run === "function";
  if (!isOne) console.warn("Pilothouse: addTool needs a name and a run function");
  return isOne;
}
