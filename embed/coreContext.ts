import type { PageEnd } from "../shared/frame/link.ts";
import type { FrameToPage, Identity, ShownMessage } from "../shared/frame/messages.ts";
import type { Boot } from "./bootState.ts";
import type { ChatFrame } from "./chatFrame.ts";
import type { MethodsOfPageCode } from "./coreMethods.ts";
import type { FrameStorage } from "./firstPartyStorage.ts";
import type { LauncherState } from "./launcherState.ts";
import type { Panel } from "./panel.ts";
import type { SettledOptions } from "./settle.ts";

/** What the files of the core share: one for each widget, from its first hover, focus or call. */
export interface CoreContext {
  boot: Boot;
  /** The options as they were read last. */
  settled: SettledOptions;
  launcher: LauncherState;
  kept: FrameStorage;
  /** The frame with its panel, once something has loaded them. */
  chat?: Chat;
  /** Destroyed, or stepped aside: nothing is loaded from then on. */
  hasEnded: boolean;
  /** The visitor’s identity, as the page gave it. */
  identity: Identity | null;
  pageCode?: PageCode;
  /** Runs it once that part is there, in the order of the calls. */
  withPageCode(run: (code: PageCode) => unknown): void;
}

export interface Chat {
  frame: ChatFrame;
  panel: Panel;
}

/**
 * What page code calls, except opening and closing, and what it said of the visitor and of the page. The part that has it comes
 * with the first of these calls.
 */
export interface PageCode {
  methods: MethodsOfPageCode;
  /** The agent wants a tool of the page's run. */
  callTool(call: FrameToPage["tool-call"]): Promise<void>;
  /** Asks page code for a fresh token. */
  renewToken(): Promise<void>;
  /** Tells what page code said to a frame that knows nothing yet. */
  tellAll(link: Pick<PageEnd, "send">): void;
  /** Asks a frame again what it was asked before it was loaded again, and tells it who the visitor is. */
  askAgain(): void;
  answer(answer: FrameToPage["answer"]): void;
  /** A message arrived at the server: settles a `send` whose frame was reloaded meanwhile. */
  settleSend(message: ShownMessage): void;
  end(reason: string): void;
}
