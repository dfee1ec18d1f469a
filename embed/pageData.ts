import type { PageEnd } from "../shared/frame/link.ts";
import type { Attributes, FrameToPage, Identity, Tracked } from "../shared/frame/messages.ts";
import type { Listeners } from "./listeners.ts";
import { createTools } from "./tools.ts";
import type { ClientTool, Ignored, WidgetMethods } from "./types.ts";
import { tellIgnored, vetAttributes, vetContext, vetIdentity } from "./vet.ts";

/** How much of what the visitor did is told. */
const mostTracked = 20;

/**
 * What page code has said of the visitor and of the page: what is valid of it, as the server would refuse each message
 * that comes with the rest. A frame that is reloaded is told it again.
 */
export interface PageData {
  setAttributes(given: Attributes): Ignored;
  setContext(given: unknown): Ignored;
  track(event: string, properties?: Attributes): Ignored;
  /** Tells who the visitor is, as far as that is valid. */
  identify(
    given: Identity,
    tell: (told: Identity) => Promise<{ verified: boolean } | false>,
  ): ReturnType<WidgetMethods["identify"]>;
  /** Gives what may go along with one message, beside the context. */
  vetMeta(given: Attributes): Attributes;
  /** Gives a function that takes them away again. */
  addTool(given: ClientTool | ClientTool[]): () => void;
  removeTool(name: string): void;
  /** The agent wants one of them run. */
  callTool(call: FrameToPage["tool-call"]): Promise<void>;
  /** Tells all of it to a frame that knows nothing yet. */
  tellAll(link: Pick<PageEnd, "send">): void;
  /** The visitor is gone: nothing said about them is valid. */
  forget(): void;
}

/** `send` reaches the frame as long as there is one. */
export function createPageData(send: PageEnd["send"], tell: Listeners["tell"]): PageData {
  const tools = createTools(send, tell);
  let attributes: Attributes = {};
  let context: Record<string, unknown> | null = null;
  let tracked: Tracked[] = [];

  function keepTracked(events: Tracked[]): void {
    tracked = events.slice(-mostTracked);
    send("track", tracked);
  }

  return {
    tellAll(link) {
      tools.tellAll();
      if (context) link.send("context", context);
      if (tracked.length) link.send("track", tracked);
      if (Object.keys(attributes).length) link.send("attributes", attributes);
    },
    addTool: tools.add,
    removeTool: tools.remove,
    callTool: tools.call,
    forget() {
      keepTracked([]);
      attributes = {};
      context = null;
    },
    setAttributes(given) {
      const { kept, ignored } = vetAttributes(given);
      attributes = { ...attributes, ...kept };
      send("attributes", kept);
      return tellIgnored("setAttributes", ignored);
    },
    setContext(given) {
      const { kept, ignored } = vetContext(given);
      context = given === null ? null : kept;
      send("context", context);
      return tellIgnored("setContext", ignored);
    },
    track(event, given) {
      if (typeof event !== "string" || event.length > longestEvent) return tellIgnored("track", ["event"]);
      const { kept, ignored } = vetAttributes(given);
      const said = vetContext(kept, { events: [{ event, at: Date.now() }] });
      keepTracked([
        ...tracked,
        { event, at: Date.now(), ...(given && { properties: said.kept as Attributes }) },
      ]); // of attributes
      return tellIgnored("track", [...ignored, ...said.ignored]);
    },
    async identify(given, tell) {
      const { kept, ignored } = vetIdentity(given);
      const told = tellIgnored("identify", ignored);
      return { ...((await tell(kept)) || { verified: false }), ...told };
    },
    vetMeta(given) {
      const { kept, ignored } = vetAttributes(given);
      const said = vetContext(kept, context ?? {});
      tellIgnored("send", [...ignored, ...said.ignored]);
      return said.kept as Attributes; // of attributes
    },
  };
}

const longestEvent = 200;
