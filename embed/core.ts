import { writePolicy } from "../shared/frame/keepPolicy.ts";
import type { PageEnd } from "../shared/frame/link.ts";
import type { FrameAsks, Identity, PageToFrame, WidgetEvents } from "../shared/frame/messages.ts";
import type { Beside } from "./beside/beside.ts";
import type { Core } from "./coreMethods.ts";
import { standIn } from "./inline.ts";
import { createChatFrame, type ChatFrame } from "./chatFrame.ts";
import { failure } from "./failure.ts";
import { keepForFrame } from "./firstPartyStorage.ts";
import { createLauncherState } from "./launcherState.ts";
import type { PageData } from "./pageData.ts";
import { createPanel, type Panel } from "./panel.ts";
import { watchPlace } from "./place.ts";
import { mayShowAt } from "./rules.ts";
import { flatten } from "./raw.ts";
import { settle } from "./settle.ts";
import type { TitleBadge } from "./titleBadge.ts";
import { watchVisibility } from "./visibility.ts";
import type { ClientTool, WidgetOptions } from "./types.ts";
import type { Boot } from "./bootState.ts";

/** So high an inline chat stands that is as high as what is in it, until the frame has said how high that is. */
const firstHeightPx = 320;

/** Starts all of a widget that comes after its launcher: on the first hover, focus or call that needs it. */
export function startCore(boot: Boot): Core {
  const { host, token, state, listeners } = boot;
  if (state.status === "idle") throw failure("destroyed");
  let settled = settle(boot.options);
  let wantedPx = firstHeightPx;
  let parts: { frame: ChatFrame; panel: Panel } | undefined;
  /** What the next link is told with `open`. */
  let view: PageToFrame["open"]["view"];
  let mayFocus = false;
  let draft = "";
  let hasEnded = false;
  // Before consent the frame asks for nothing else to be kept than that it was given.
  const kept = keepForFrame(token, () =>
    settled.frame.consent === "denied" ? "none" : settled.frame.storage,
  );
  let identity: Identity | null = settled.identity;
  /** `identify` is among what was asked and waits for the link. */
  let isAsked = false;
  let pageData: PageData | undefined;
  let pageDataOnWay: Promise<PageData> | undefined;
  const shown = createLauncherState(boot);
  let beside: Promise<Beside> | undefined;
  let badge: TitleBadge | undefined;
  const stopWatching = watchPlace(checkPlace);
  const visibility = watchVisibility(boot, (isVisible) => parts?.frame.send("visibility", { isVisible }));
  addEventListener("securitypolicyviolation", tellBlocked);
  addEventListener("focusin", seekDialog);

  /** The frame with its panel, made once. */
  function load() {
    const { launcher, configuration } = boot;
    if (boot.reason || hasEnded || !launcher || !configuration) return undefined;
    if (parts) return parts;
    const title = shown.title();
    if (settled.mode === "inline") standIn(boot.options, launcher.host);
    const find = () => launcher.root.querySelector("iframe");
    const begun = find();
    const address = (again = "") => `${host}/embed/${token}${again}${writePolicy(boot.options)}`;
    if (!begun) launcher.load(address());
    const element = find() as HTMLIFrameElement; // it was put there just now
    const frame = createChatFrame({
      element,
      host,
      address: (count) => address(`?again=${count}`),
      isBegun: begun !== null,
      hearers: {
        state(next) {
          Object.assign(state, next);
          shown.paint();
          if (state.unread || badge) onLater(countInTitle);
        },
        event: ({ name, detail }) => hearEvent(name, detail),
        "before-send": ({ id, text }) =>
          onLater(({ askPage }) => frame.send("before-send-answer", { id, text: askPage(listeners, text) })),
        "tool-call": (call) => withPageData((data) => data.callTool(call)),
        "open-url": ({ url }) => onLater(({ openLink }) => openLink(listeners, url)),
        "close-request": () => setOpen(false, "user"),
        "focus-out": () => panel.leave(),
        resize({ height }) {
          wantedPx = height;
          stylePanel();
        },
        sound: () => onLater(({ sound }) => sound()),
        unavailable: ({ reason, detail }) => boot.stepAside(reason, detail),
        "storage-get": ({ key }) => frame.send("storage-value", { key, value: kept.get(key) }),
        "storage-set": ({ key, value }) => void kept.set(key, value),
        language({ launcher: words }) {
          shown.setWords(words);
          shown.paint();
        },
      },
      onConnect: tellAll,
      onFail: () => panel.setFrame("failed"),
    });
    const panel = createPanel({
      launcher,
      title,
      words: shown.words,
      frame: element,
      onClose: () => setOpen(false, "user"),
      onEnter: () => frame.send("open", { focus: true }),
    });
    parts = { frame, panel };
    stylePanel();
    return parts;
  }

  function countInTitle(later: Later): void {
    badge ??= later.createTitleBadge(() => (settled.hasTitleBadge ? state.unread : 0));
    badge.update();
  }

  /** All that the page has said so far: to a frame that is new, or that was reloaded. */
  function tellAll(link: PageEnd): void {
    link.send("init", {
      closable: settled.mode !== "inline",
      look: settled.look,
      preview: null,
      options: { ...settled.frame, ...listAsked() },
      focus: state.open && mayFocus,
    });
    if (!visibility.isVisible()) link.send("visibility", { isVisible: false });
    tellPlace(link);
    pageData?.tellAll(link);
    if (identity && !isAsked) methods.identify(identity).catch(noteFailure);
    parts?.panel.setFrame("here");
    if (state.open) link.send("open", { focus: mayFocus, ...(view && { view }) });
    // Where the visitor goes from there is theirs, also in a document that takes the place of this one.
    view = undefined;
    if (draft) link.send("prefill", { text: draft });
    draft = "";
  }

  function ask<Name extends keyof FrameAsks>(
    name: Name,
    detail: FrameAsks[Name]["in"],
  ): Promise<FrameAsks[Name]["out"]> {
    const made = load();
    if (!made) return Promise.reject(failure(hasEnded ? "destroyed" : boot.reason || "loading"));
    const go = () => made.frame.ask(name, detail);
    // What page code said before goes first.
    return pageDataOnWay && !pageData ? pageDataOnWay.then(go, go) : go();
  }

  /**
   * What page code says of the visitor and of the page is checked and kept by a part that comes with the first of it.
   */
  async function withPageData<Value>(run: (data: PageData) => Value): Promise<Awaited<Value>> {
    pageDataOnWay ??= import("./pageData.ts").then(
      ({ createPageData }) =>
        (pageData = createPageData((type, payload) => {
          boot.heed?.(type, payload);
          parts?.frame.send(type, payload);
        }, listeners.tell)),
    );
    return await run(pageData ?? (await pageDataOnWay));
  }

  /** What is beside the launcher comes with the first of it. */
  function withBeside(run?: (part: Beside) => void): void {
    beside ??= import("./beside/beside.ts").then(({ createBeside }) =>
      createBeside({
        boot,
        kept,
        withPageData,
        open: (said) => setOpen(true, said ? "proactive" : "user", said ? { said } : undefined),
        send: (text) => void ask("send", { text, files: [] }).catch(noteFailure),
        replay: (link) => pageData?.tellAll(link),
        attributes: () => identity?.attrs,
        update: apply,
      }),
    );
    beside.then(run).catch(noteFailure);
  }

  /** What page code wants to be asked about. */
  function listAsked() {
    const names = listeners.names();
    const has = (wanted: keyof WidgetEvents) => names.includes(wanted) || names.includes("*");
    return { asksBeforeSend: has("message:before-send"), asksBeforeOpen: has("link:click") };
  }

  function hearEvent(name: keyof WidgetEvents, detail: unknown): void {
    if (name === "message:sent") parts?.frame.settleSend(detail as WidgetEvents["message:sent"]); // its own detail
    if (name === "token:expired")
      onLater(({ renewToken }) =>
        renewToken(boot.options, (token) => methods.identify({ ...identity, token })),
      );
    if (name === "consent") {
      // A frame that is reloaded need not ask again.
      boot.options.consent = (detail as WidgetEvents["consent"]).value; // its own detail
      settled = settle(boot.options);
    }
    listeners.tell(name, detail as WidgetEvents[typeof name]); // the frame sends each with its own
  }

  function checkPlace(): void {
    boot.mayShow = mayShowAt(location.pathname, settled);
    if (boot.launcher) boot.launcher.host.dataset["mode"] = settled.mode;
    shown.paint();
    if (parts?.frame.isConnected()) tellPlace(parts.frame);
  }

  /** A modal dialog of the page lies over the chat, and makes it inert or takes the focus back. */
  function seekDialog(): void {
    if (document.querySelector("dialog:modal,[aria-modal]"))
      onLater(({ followDialogs }) => followDialogs(boot));
  }

  function tellPlace(to: Pick<PageEnd, "send">): void {
    to.send("navigate", { url: location.href, title: document.title, referrer: document.referrer });
  }

  /** A frame that the page's policy forbids stays empty and says nothing itself. */
  function tellBlocked({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective === "frame-src" && blockedURI.startsWith(host))
      boot.stepAside("csp_blocked", `${effectiveDirective} ${blockedURI}`);
  }

  function stylePanel(): void {
    const settings = boot.configuration?.settings;
    if (!parts || !settings) return;
    const { mode, width, height, look } = settled;
    const isInline = mode === "inline";
    parts.panel.style({
      mode,
      width: width ?? (isInline ? "100%" : `${settings.panelWidth}px`),
      height: height ?? `${look.height ? wantedPx : settings.panelHeight}px`,
      scheme: look.scheme ?? settings.scheme,
      background: look.background,
      hasLauncher: hasLauncher(),
    });
  }

  function hasLauncher(): boolean {
    return (
      settled.mode !== "none" &&
      settled.mode !== "inline" &&
      `${boot.options.launcher ?? boot.configuration?.settings.launcher}` !== "false"
    );
  }

  /** What changed in the options, told to launcher, panel and frame. */
  function apply(changed: Partial<WidgetOptions>): void {
    Object.assign(boot.options, flatten(changed));
    for (const [name, value] of Object.entries(boot.options)) {
      // An attribute that was taken away.
      if (value === null) Reflect.deleteProperty(boot.options, name);
    }
    const before = settled;
    settled = settle(boot.options);
    checkPlace();
    stylePanel();
    const { frame } = parts ?? {};
    frame?.send("look", settled.look);
    frame?.send("options", settled.frame);
    if (changed.context !== undefined) methods.setContext(changed.context).catch(noteFailure);
    if (changed.identity) methods.identify(changed.identity).catch(noteFailure);
    if (!frame && before.frame.locale !== settled.frame.locale) void speak();
  }

  /** The launcher's words in the page's language, as long as there is no frame that tells them. */
  async function speak(): Promise<void> {
    if ((await boot.configure()) === null && boot.configuration)
      shown.setWords(boot.configuration.launcherWords);
    shown.paint();
  }

  function setOpen(open: boolean, by: WidgetEvents["open"]["by"], asked?: typeof view): void {
    const made = load();
    if (!made || (state.open === open && !asked)) return;
    const isChange = state.open !== open;
    state.open = open;
    shown.paint();
    if (isChange) listeners.tell(open ? "open" : "close", { by } as WidgetEvents["close"]); // nothing closes by itself
    const { frame, panel } = made;
    panel.setOpen(open);
    if (!open) {
      frame.send("close", {});
      if (by === "user") panel.leave();
      return;
    }
    const { autofocus, mode } = settled;
    const isCoarse = matchMedia("(pointer: coarse)").matches;
    mayFocus = by !== "api" && mode !== "inline" && (autofocus === "desktop" ? !isCoarse : autofocus);
    view = frame.isConnected() ? undefined : asked;
    frame.retry();
    tellPlace(frame);
    frame.send("open", { focus: mayFocus, ...(asked && { view: asked }) });
    if (mayFocus) panel.focus();
  }

  function openBy(opener: Element): void {
    const isToggle = !opener.hasAttribute("data-agent-open");
    const text = opener.getAttribute("data-agent-text");
    setOpen(isToggle ? !state.open : true, "user");
    if (!text) return;
    if (opener.hasAttribute("data-agent-send")) ask("send", { text, files: [] }).catch(noteFailure);
    else methods.prefill(text);
  }

  const methods: Core = {
    serve({ type }, wasThere, opener) {
      if (opener) openBy(opener);
      else if (type === "click") setOpen(!wasThere || !state.open, "user");
      else load();
    },
    listen: () => parts?.frame.send("options", listAsked()),
    end() {
      hasEnded = true;
      stopWatching();
      visibility.end();
      badge?.end();
      removeEventListener("securitypolicyviolation", tellBlocked);
      removeEventListener("focusin", seekDialog);
      parts?.panel.remove();
      parts?.frame.end(boot.reason ?? "destroyed");
      parts = undefined;
      state.open = false;
      shown.remove();
    },

    open: async (asked) => setOpen(true, "api", asked),
    close: async () => setOpen(false, "api"),
    toggle: async () => setOpen(!state.open, "api"),
    async identify(who) {
      identity = who;
      isAsked = true;
      try {
        return await withPageData(({ identify }) =>
          // The visitor may have left meanwhile, or be somebody else.
          identify(who, async (told) => identity === who && ask("identify", told)),
        );
      } finally {
        isAsked = false;
      }
    },
    setAttributes: (given) => withPageData((data) => data.setAttributes(given)),
    setContext: (given) => withPageData((data) => data.setContext(given)),
    addTool: (given) => withPageData((data) => data.addTool(given)),
    removeTool: (name) => void withPageData((data) => data.removeTool(name)),
    track: (event, properties) => withPageData((data) => data.track(event, properties)),
    async logout() {
      if (pageDataOnWay) void withPageData((data) => data.forget());
      identity = null;
      kept.wipe();
      await ask("logout", {});
    },
    newConversation: () => ask("newConversation", {}),
    endConversation: async () => void (await ask("endConversation", {})),
    conversations: () => ask("conversations", {}),
    transcript: (id) => ask("transcript", { id: id ?? null }),
    prefill(text) {
      setOpen(true, "api");
      const made = load();
      if (made?.frame.isConnected()) made.frame.send("prefill", { text });
      else draft = text;
    },
    async send(text, { files = [], meta, open = true } = {}) {
      if (open) setOpen(true, "api");
      const kept = meta && (await withPageData((data) => data.vetMeta(meta)));
      return ask("send", { text, files, ...(kept && { meta: kept }) });
    },
    stop: () => parts?.frame.send("stop", {}),
    startCall: async () => setOpen(true, "api", "call"),
    endCall: () => void (parts && ask("endCall", {}).catch(noteFailure)),
    say: (message) => withBeside((part) => part.say(message)),
    hideProactive: () => withBeside((part) => part.hide()),
    doctor: () => import("./doctor.ts").then(({ examine }) => examine(boot)),
    setLocale: (locale) => apply({ locale }),
    setTheme(theme) {
      const before = typeof boot.options.theme === "object" ? boot.options.theme : {};
      apply({ theme: { ...before, ...theme } });
    },
    setConsent(consent) {
      boot.options.consent = consent;
      apply({});
      if (consent === "denied") kept.wipe();
      // The frame tells it itself, once there is one.
      if (!parts) listeners.tell("consent", { value: consent });
    },
    update: apply,
  };

  checkPlace();
  seekDialog();
  if (boot.options.context)
    methods.setContext(boot.options.context as Record<string, unknown>).catch(noteFailure);
  if (boot.options.tools) void methods.addTool(boot.options.tools as ClientTool[]);
  if (settled.mode === "inline" || settled.isOpen) setOpen(true, "api");
  if (settled.defer === "now") load();
  if (boot.configuration?.speaksFirst) withBeside();
  if (settled.defer === "idle") (window.requestIdleCallback ?? setTimeout)(load);
  return methods;
}

/** Page code is told by a rejection where it waits for one; what it does not wait for is said once in the console. */
function noteFailure(error: unknown): void {
  if ((error as { code?: string }).code !== "destroyed") console.warn(error);
}

type Later = typeof import("./later.ts");

/** What is not needed before an answer comes with the first need. */
function onLater(work: (later: Later) => unknown): void {
  import("./later.ts").then(work).catch(noteFailure);
}
