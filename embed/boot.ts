import { version } from "../shared/domain/product.ts";
import { writePolicy } from "../shared/frame/keepPolicy.ts";
import type { UnavailableReason } from "../shared/frame/messages.ts";
import type { Core, CoreMethod } from "./coreMethods.ts";
import { createLauncher, type Launcher, type LauncherConfiguration } from "./launcher.ts";
import { createListeners } from "./listeners.ts";
import { unregister, widgets } from "./page.ts";
import type { RawOptions } from "./raw.ts";
import type { Widget, WidgetState } from "./types.ts";
import type { Boot } from "./bootState.ts";

/** What needs the core, and loads it. */
const coreMethods =
  "open close toggle identify setAttributes setContext logout newConversation endConversation conversations transcript prefill send stop doctor setLocale setTheme setConsent track update addTool removeTool startCall endCall say hideProactive";

/**
 * Gives the widget of this token: the one that the page has, or a new one, which asks once, without credentials, for the
 * surface's configuration, and draws the launcher. Nothing is stored, and all else comes with the core.
 */
export function openWidget(options: RawOptions): Widget {
  const { token, host } = options as Required<RawOptions>; // whoever opens a widget has both
  const there = widgets().get(token);
  if (there) return there;

  let core: Promise<Core> | undefined;
  /** There was no network at some time: what fails from then on is not taken for a policy of the page's. */
  let hasWaited = false;
  /** It stepped aside, or was destroyed. */
  let isOver = false;
  const state: WidgetState = {
    status: "loading",
    open: false,
    unread: 0,
    online: true,
    conversationId: null,
    verified: false,
    agent: { name: "", online: true },
  };
  const listeners = createListeners(options.element ?? window, () => boot.core?.listen());
  const boot: Boot = {
    token,
    host,
    options,
    state,
    listeners,
    reason: "loading",
    isWanted: true,
    mayShow: !needsCore(options),
    place() {
      if (boot.launcher) boot.launcher.host.hidden = !boot.isWanted || !boot.mayShow;
    },
    configure,
    stepAside(why, detail) {
      if (isOver) return;
      isOver = true;
      const isBlocked = why === "csp_blocked";
      state.status = "unavailable";
      boot.reason = why;
      // What blocks the core keeps the doctor away too.
      console.warn(
        `Pilothouse: ${why}. ${isBlocked ? `Allow ${host} in script-src, frame-src, connect-src` : "Call doctor()"}.`,
      );
      boot.core?.end();
      boot.launcher?.leave(isBlocked);
      listeners.tell("unavailable", { reason: why, detail });
    },
  };

  async function configure(): Promise<UnavailableReason | null> {
    const answer = await fetch(
      `${host}/api/public/v1/copilots?surface=widget&token=${token}&locale=${options.locale || "auto"}`,
      { __proto__: null, credentials: "omit" } as RequestInit,
    ).catch(nothing);
    // A network that is down looks the same.
    if (!answer) return "csp_blocked";
    const body = await answer.json().catch(nothing);
    if (answer.ok && body) {
      boot.configuration = body;
      return null;
    }
    const code = body?.error?.code;
    if (code === "surface_disabled") return "disabled";
    // Of the codes that this can be answered with: bad_token, origin_not_allowed and plan_limit.
    return /^(bad|origin|plan)_/.test(code) ? code : "server";
  }

  async function load(): Promise<void> {
    // A script in the head runs before there is a body to draw on.
    const body = document.body || hear("DOMContentLoaded");
    const why = await configure();
    // A page that was opened without a network has its chat once there is one.
    if (why === "csp_blocked" && isOffline()) {
      boot.reason = "offline";
      await comeBack();
      return load();
    }
    await body;
    if (isOver || why) return boot.stepAside(why as UnavailableReason); // does nothing when it is over
    const configuration = boot.configuration as LauncherConfiguration; // nothing is in the way
    // A sandbox that takes the page's origin away takes the frame's too: it could not speak with its server.
    if (/^nullhttp/.test(origin + location.protocol)) return boot.stepAside("origin_not_allowed");
    const launcher = (boot.launcher = createLauncher(configuration));
    const { button } = launcher;
    launcher.dress(options);
    boot.place();
    // A finger enters too, before it is down.
    button.onclick = button.onpointerenter = button.onfocus = serve;
    boot.reason = null;
    state.status = "ready";
    state.agent.name = configuration.name;
    listeners.tell("ready", { version });
    if (!boot.mayShow || configuration.speaksFirst) withCore(nothing);
    seekDialog();
  }

  /** Whether a request that failed did so for want of a network, for all that one can know. */
  function isOffline(): boolean {
    return (hasWaited ||= !navigator.onLine);
  }

  /** A network that was just said to be back may take a while to carry something. */
  function comeBack(): Promise<unknown> {
    return navigator.onLine ? new Promise((goOn) => setTimeout(goOn, 3000)) : hear("online");
  }

  function loadCore(): Promise<Core> {
    return Promise.all([import("./core.ts"), ready]).then(
      ([{ startCore }]) => (boot.core ??= startCore(boot)),
      (error) => {
        if (isOffline()) return comeBack().then(loadCore);
        boot.stepAside("csp_blocked", error.message);
        throw error;
      },
    );
  }

  /**
   * Loads the core once. Hovering over the launcher starts it, so that opening is immediate; a failure is not reported as an
   * error of the page when nobody waits for it.
   */
  function withCore<Value>(run: (loaded: Core) => Value): Promise<Awaited<Value>> {
    core ??= loadCore();
    const done = core.then(run) as Promise<Awaited<Value>>; // `then` waits for what is given
    done.catch(nothing);
    return done;
  }

  /**
   * The visitor comes near, or asks for the chat by a click on the button or on that element: the chat's document is fetched
   * beside the core, and not after it. Where page code has asked for something before, or the chat has another place, the core
   * comes first. Without a network they read that it will come.
   */
  function serve(event: Event, opener?: Element): void {
    const { core: before, mayShow } = boot;
    const launcher = boot.launcher as Launcher; // nothing is in the way
    if (!core && mayShow) launcher.load(`${host}/embed/${token}${writePolicy(options)}`);
    if (!before && !navigator.onLine && event.type === "click") launcher.root.append(launcher.note);
    withCore((loaded) => loaded.serve(event, before, opener));
  }

  /** Elements of the page that open the chat, by delegation: they may come and go. */
  function openByElement(event: Event): void {
    const { launcherSelector: selector } = options;
    const target = event.target as Element; // or the document, which has no closest
    const used = target.closest?.(`[data-agent-open],${selector || "x"}`);
    if (!used || boot.reason) return;
    // Without a token's name it means the first widget of the page.
    const [first] = widgets().keys();
    if ((used.getAttribute("data-agent-open") || (selector ? token : first)) !== token) return;
    event.preventDefault();
    serve(event, used);
  }

  /** A modal dialog of the page keeps the visitor from the chat: the core mends that. In few bytes, so it may load too early. */
  function seekDialog(): void {
    if (document.querySelector(":modal,[aria-modal]")) withCore(nothing);
  }

  function setWanted(isWanted: boolean): void {
    boot.isWanted = isWanted;
    boot.place();
  }

  const own: Record<string, unknown> = {
    version,
    token,
    state,
    ...listeners.methods,
    unavailableReason: () => boot.reason,
    show: () => setWanted(true),
    hide: () => setWanted(false),
    async destroy() {
      if (state.status === "idle") return;
      isOver = true;
      state.status = "idle";
      removeEventListener("click", openByElement);
      removeEventListener("focusin", seekDialog);
      unregister(widget);
      boot.core?.end();
      boot.launcher?.leave();
    },
  };
  for (const name of coreMethods.split(" ")) {
    own[name] = (...given: never[]) => withCore((loaded) => loaded.call(name as CoreMethod, given)); // it is one of them
  }
  const call = (method: string, ...rest: unknown[]): unknown => {
    const member = own[method];
    return typeof member === "function" ? member(...rest) : console.warn(`Pilothouse: no ${method}()`);
  };
  const widget = Object.assign(call, own) as unknown as Widget; // own has each member
  widgets().set(token, widget);
  addEventListener("click", openByElement);
  addEventListener("focusin", seekDialog);
  const ready = load();
  (widget as { ready: Promise<void> }).ready = ready;
  return widget;
}

/** Whether the launcher waits for the core: another place than the corner, rules, or something to do at once. */
function needsCore({
  mode = "bubble",
  open,
  defer = "open",
  hideOn,
  showOn,
  offsetMobileY,
  launcherIcon,
}: RawOptions): unknown {
  return (
    mode !== "bubble" ||
    `${open}` === "true" ||
    defer !== "open" ||
    hideOn ||
    showOn ||
    offsetMobileY ||
    launcherIcon
  );
}

function nothing(): null {
  return null;
}

function hear(name: string): Promise<unknown> {
  return new Promise((goOn) => addEventListener(name, goOn, { once: true }));
}
