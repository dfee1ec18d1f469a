import type { FrameAsks, FrameView, WidgetEvents } from "../shared/frame/messages.ts";
import { createAsks } from "./asks.ts";
import type { Beside } from "./beside/beside.ts";
import type { Chat, CoreContext, PageCode } from "./coreContext.ts";
import type { MethodsOfPageCode } from "./coreMethods.ts";
import { failure } from "./failure.ts";
import { noteFailure } from "./noteFailure.ts";
import { createPageData } from "./pageData.ts";
import { flatten } from "./raw.ts";
import type { WidgetOptions } from "./types.ts";

export interface CoreControls {
  /** Gives the frame with its panel, made once; undefined if nothing can be shown. */
  load(): Chat | undefined;
  setOpen(open: boolean, by: WidgetEvents["open"]["by"], view?: FrameView): void;
  prefill(text: string): void;
  /** Reads the options again, and tells launcher, panel and frame. */
  readOptions(): void;
  withBeside(run: (part: Beside) => void): void;
}

/** What page code calls beyond opening and closing; it comes with the first of these calls. */
export function createPageCode(core: CoreContext, controls: CoreControls): PageCode {
  const { boot, kept, launcher } = core;
  const { options, listeners } = boot;
  const { load, setOpen, prefill, readOptions, withBeside } = controls;
  const data = createPageData((type, payload) => {
    boot.heed?.(type, payload);
    core.chat?.frame.send(type, payload);
  }, listeners.tell);
  const asks = createAsks(() => core.chat?.frame.link());
  /** `identify` is among what was asked and waits for its answer. */
  let isIdentifying = false;

  async function ask<Name extends keyof FrameAsks>(
    name: Name,
    detail: FrameAsks[Name]["in"],
  ): Promise<FrameAsks[Name]["out"]> {
    if (load()) return asks.ask(name, detail);
    throw failure(core.hasEnded ? "destroyed" : boot.reason || "loading");
  }

  /** What changed in the options, told to launcher, panel and frame. */
  function update(changed: Partial<WidgetOptions>): void {
    Object.assign(options, flatten(changed));
    for (const [name, value] of Object.entries(options)) {
      // An attribute that was taken away.
      if (value === null) Reflect.deleteProperty(options, name);
    }
    const { locale } = core.settled.frame;
    readOptions();
    if (changed.context !== undefined) methods.setContext(changed.context).catch(noteFailure);
    if (changed.identity) methods.identify(changed.identity).catch(noteFailure);
    if (!core.chat && locale !== core.settled.frame.locale) void speak();
  }

  /** The launcher's words in the page's language, as long as there is no frame that tells them. */
  async function speak(): Promise<void> {
    if ((await boot.configure()) === null && boot.configuration)
      launcher.setWords(boot.configuration.launcherWords);
    launcher.paint();
  }

  const methods: MethodsOfPageCode = {
    async identify(who) {
      core.identity = who;
      isIdentifying = true;
      try {
        // The visitor may have left meanwhile, or be somebody else.
        return await data.identify(who, async (told) => core.identity === who && ask("identify", told));
      } finally {
        isIdentifying = false;
      }
    },
    setAttributes: async (given) => data.setAttributes(given),
    setContext: async (given) => data.setContext(given),
    addTool: async (given) => data.addTool(given),
    removeTool: (name) => data.removeTool(name),
    track: async (event, properties) => data.track(event, properties),
    async logout() {
      data.forget();
      core.identity = null;
      kept.wipe();
      await ask("logout", {});
    },
    newConversation: () => ask("newConversation", {}),
    endConversation: async () => void (await ask("endConversation", {})),
    conversations: () => ask("conversations", {}),
    transcript: (id) => ask("transcript", { id: id ?? null }),
    prefill,
    async send(text, { files = [], meta, open = true } = {}) {
      if (open) setOpen(true, "api");
      return ask("send", { text, files, ...(meta && { meta: data.vetMeta(meta) }) });
    },
    stop: () => core.chat?.frame.send("stop", {}),
    startCall: async () => setOpen(true, "api", "call"),
    endCall: () => void (core.chat && ask("endCall", {}).catch(noteFailure)),
    say: (message) => withBeside((part) => part.say(message)),
    hideProactive: () => withBeside((part) => part.hide()),
    setLocale: (locale) => update({ locale }),
    setTheme(theme) {
      const before = typeof options.theme === "object" ? options.theme : {};
      update({ theme: { ...before, ...theme } });
    },
    setConsent(consent) {
      options.consent = consent;
      update({});
      if (consent === "denied") kept.wipe();
      // The frame tells it itself, once there is one.
      if (!core.chat) listeners.tell("consent", { value: consent });
    },
    update,
  };

  return {
    methods,
    callTool: data.callTool,
    async renewToken() {
      const { onTokenExpired } = options;
      const token = typeof onTokenExpired === "function" && (await onTokenExpired());
      if (token) await methods.identify({ ...core.identity, token });
    },
    tellAll: data.tellAll,
    askAgain() {
      asks.again();
      if (core.identity && !isIdentifying) methods.identify(core.identity).catch(noteFailure);
    },
    answer: asks.answer,
    settleSend: asks.settleSend,
    end: asks.end,
  };
}
