import type { FrameDocument, PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import { version } from "../../shared/domain/product.ts";
import { readPolicy } from "../../shared/frame/keepPolicy.ts";
import { connectToPage, type FrameEnd } from "../../shared/frame/link.ts";
import type { FrameOptions, PageToFrame, ShownTool, Tracked } from "../../shared/frame/messages.ts";
import { focusComposer } from "./focusComposer.ts";
import { chat } from "./state.ts";

/** The page around the frame, as far as there is one and it has told of itself. */
export interface Page {
  /** Tells it something; where there is no page, nobody hears. */
  send: FrameEnd["send"];
  options: FrameOptions;
  /** What the page says of itself with the next messages. */
  context: Record<string, unknown> | null;
  /** What the visitor did there, the latest last. */
  tracked?: Tracked[];
  /** What page code can do for the agent. */
  tools?: ShownTool[];
  /** Null before there is one. */
  preview: PageToFrame["init"]["preview"];
}

/** What is heard by parts that come after the first bundle. */
const lateTypes = ["ask", "stop", "attributes", "track", "before-send-answer", "destroy"] as const;
type LateType = (typeof lateTypes)[number];
/** What those parts do with it. */
export type LateListeners = { [Type in LateType]: (payload: PageToFrame[Type]) => void } & {
  /** There is a page from now on: it wants to know all that it shows. */
  connected: (link: FrameEnd) => void;
  /** Options or the preview changed. */
  changed: () => void;
  /** The page opened the panel at this place. */
  view: (view: NonNullable<PageToFrame["open"]["view"]>) => void;
};

/** The console's preview comes with `init`; until then nothing is drawn that it would replace at once. */
const initWithinMs = 500;

interface PageDeps {
  frame: FrameDocument;
  onOptions: (options: FrameOptions) => void;
  late: () => Promise<LateListeners>;
}

export function createPage({ frame, onOptions, late }: PageDeps): Page & { meet(): Promise<void> } {
  let link: FrameEnd | undefined;
  const page: Page = {
    send: (type, payload) => link?.send(type, payload),
    options: {
      locale: "auto",
      dir: "auto",
      strings: {},
      sound: null,
      asksBeforeSend: false,
      asksBeforeOpen: false,
      ...readPolicy(location.hash),
    },
    context: null,
    preview: null,
  };
  const tellLate = <Name extends keyof LateListeners>(
    name: Name,
    payload: Parameters<LateListeners[Name]>[0],
  ) => void late().then((hearers) => hearers[name](payload as never)); // name and payload belong together

  /** Only a page of our own site may be the console, which is worth a moment's wait; any other gives its options. */
  async function meet(): Promise<void> {
    if (parent === window) return;
    const met = connectToPage(frame.origin ?? location.origin).then(hear);
    await Promise.race([met, new Promise((go) => setTimeout(go, initWithinMs))]);
  }

  /** Resolves at `init`. */
  function hear(connected: FrameEnd): Promise<void> {
    link = connected;
    const met = new Promise<void>((resolve) => {
      connected.on("init", (init) => {
        takeInit(init);
        resolve();
      });
    });
    connected.on("update", ({ configuration }) => {
      takePreview(configuration);
      onOptions(page.options);
    });
    connected.on("options", takeOptions);
    connected.on("look", (look) => void (chat.look = look));
    connected.on("open", ({ focus, view }) => {
      chat.isOpen = true;
      if (view !== undefined) tellLate("view", view);
      if (focus) focusComposer();
    });
    connected.on("close", () => void (chat.isOpen = false));
    connected.on("visibility", ({ isVisible }) => void (chat.isInView = isVisible));
    connected.on("navigate", (place) => void (chat.page = place));
    connected.on("prefill", ({ text }) => void (chat.text = text));
    connected.on("context", (context) => void (page.context = context));
    connected.on("tools", (tools) => void (page.tools = tools));
    for (const type of lateTypes) connected.on(type, (payload) => tellLate(type, payload));
    connected.send("ready", { version });
    if (chat.unavailable) connected.send("unavailable", { reason: chat.unavailable });
    tellLate("connected", connected);
    return met;
  }

  function takeInit({ closable, look, preview, options = {}, focus }: PageToFrame["init"]): void {
    if (focus) focusComposer();
    Object.assign(chat, { isClosable: closable, isOpen: !closable, look });
    // Only a page of our own may show what is not saved yet.
    if (preview && frame.origin === null) {
      page.preview = preview;
      takePreview(preview.configuration);
      chat.unavailable = null;
    }
    takeOptions(options);
  }

  function takePreview(given: unknown): void {
    const configuration = given as PublicConfiguration; // the console's own, which made it
    const { hasSound } = configuration.settings;
    if (hasSound !== chat.configuration?.settings.hasSound) chat.isSoundOn = hasSound;
    chat.configuration = configuration;
  }

  function takeOptions(options: Partial<FrameOptions>): void {
    Object.assign(page.options, options);
    onOptions(page.options);
    tellLate("changed", undefined);
  }

  return Object.assign(page, { meet });
}
