import { writePolicy } from "../shared/frame/keepPolicy.ts";
import type { PageEnd } from "../shared/frame/link.ts";
import type { FrameView, WidgetEvents } from "../shared/frame/messages.ts";
import { createChatFrame } from "./chatFrame.ts";
import type { Chat, CoreContext } from "./coreContext.ts";
import { hearFrame } from "./hearFrame.ts";
import { standIn } from "./inline.ts";
import { createPanel } from "./panel.ts";
import { listAsked, tellPlace } from "./tellFrame.ts";
import { watchVisibility } from "./visibility.ts";

/** So high an inline chat stands that is as high as what is in it, until the frame has said how high that is. */
const firstHeightPx = 320;

/** The frame with its panel: loaded once, opened and closed. */
export function createChat(core: CoreContext) {
  const { boot, launcher } = core;
  const { host, token, state } = boot;
  let wantedPx = firstHeightPx;
  /** What the next link is told with `open`. */
  let view: FrameView | undefined;
  let mayFocus = false;
  /** What the next link is to write into the composer. */
  let draft = "";
  const visibility = watchVisibility(boot, (isVisible) => core.chat?.frame.send("visibility", { isVisible }));
  const onClose = () => setOpen(false, "user");
  const { hearers, end: endHearing } = hearFrame(core, {
    onClose,
    onLeave: () => core.chat?.panel.leave(),
    onResize(heightPx) {
      wantedPx = heightPx;
      style();
    },
  });

  function load(): Chat | undefined {
    const { launcher: drawn, configuration, options } = boot;
    if (boot.reason || core.hasEnded || !drawn || !configuration) return undefined;
    if (core.chat) return core.chat;
    const title = launcher.title();
    if (core.settled.mode === "inline") standIn(options, drawn.host);
    const find = () => drawn.root.querySelector("iframe");
    const isBegun = find() !== null;
    const address = (again = "") => `${host}/embed/${token}${again}${writePolicy(options)}`;
    if (!isBegun) drawn.load(address());
    const element = find() as HTMLIFrameElement; // it was put there just now
    const frame = createChatFrame({
      element,
      host,
      address: (count) => address(`?again=${count}`),
      isBegun,
      hearers,
      onConnect: tellAll,
      onFail: () => panel.setFrame("failed"),
    });
    const panel = createPanel({
      launcher: drawn,
      title,
      words: launcher.words,
      frame: element,
      onClose,
      onEnter: () => frame.send("open", { focus: true }),
    });
    core.chat = { frame, panel };
    style();
    return core.chat;
  }

  /** All that the page has said so far: to a frame that is new, or that was reloaded. */
  function tellAll(link: PageEnd): void {
    const { settled, pageCode } = core;
    link.send("init", {
      closable: settled.mode !== "inline",
      look: settled.look,
      preview: null,
      options: { ...settled.frame, ...listAsked(boot.listeners) },
      focus: state.open && mayFocus,
    });
    if (!visibility.isVisible()) link.send("visibility", { isVisible: false });
    tellPlace(link);
    pageCode?.tellAll(link);
    core.chat?.panel.setFrame("here");
    if (state.open) link.send("open", { focus: mayFocus, ...(view && { view }) });
    // Where the visitor goes from there is theirs, also in a document that takes the place of this one.
    view = undefined;
    if (draft) link.send("prefill", { text: draft });
    draft = "";
    if (pageCode || core.identity) core.withPageCode((code) => code.askAgain());
  }

  function style(): void {
    const settings = boot.configuration?.settings;
    if (!core.chat || !settings) return;
    const { mode, width, height, look } = core.settled;
    const isInline = mode === "inline";
    core.chat.panel.style({
      mode,
      width: width ?? (isInline ? "100%" : `${settings.panelWidth}px`),
      height: height ?? `${look.height ? wantedPx : settings.panelHeight}px`,
      scheme: look.scheme ?? settings.scheme,
      background: look.background,
      hasLauncher:
        mode !== "none" && !isInline && `${boot.options.launcher ?? settings.launcher}` !== "false",
    });
  }

  function setOpen(open: boolean, by: WidgetEvents["open"]["by"], asked?: FrameView): void {
    const made = load();
    if (!made || (state.open === open && !asked)) return;
    const isChange = state.open !== open;
    state.open = open;
    launcher.paint();
    if (isChange) boot.listeners.tell(open ? "open" : "close", { by } as WidgetEvents["close"]); // nothing closes by itself
    const { frame, panel } = made;
    panel.setOpen(open);
    if (!open) {
      frame.send("close", {});
      if (by === "user") panel.leave();
      return;
    }
    const { autofocus, mode } = core.settled;
    const isCoarse = matchMedia("(pointer: coarse)").matches;
    mayFocus = by !== "api" && mode !== "inline" && (autofocus === "desktop" ? !isCoarse : autofocus);
    view = frame.link() ? undefined : asked;
    frame.retry();
    tellPlace(frame);
    frame.send("open", { focus: mayFocus, ...(asked && { view: asked }) });
    if (mayFocus) panel.focus();
  }

  return {
    load,
    setOpen,
    style,
    /** Opens the chat and writes this into the composer. */
    prefill(text: string): void {
      setOpen(true, "api");
      const { frame } = load() ?? {};
      if (frame?.link()) frame.send("prefill", { text });
      else draft = text;
    },
    end() {
      visibility.end();
      endHearing();
      const reason = boot.reason ?? "destroyed";
      core.pageCode?.end(reason);
      core.chat?.panel.remove();
      core.chat?.frame.end();
      core.chat = undefined;
      state.open = false;
    },
  };
}
