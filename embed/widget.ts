import { version } from "../shared/domain/product.ts";
import type { UnavailableReason, WidgetEvents } from "../shared/frame/messages.ts";
import { createLauncher, type Launcher, type LauncherConfiguration } from "./launcher.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import type { WidgetOptions } from "./options.ts";
import type { Panel } from "./panel.ts";

export interface WidgetState {
  status: "loading" | "ready" | "unavailable";
  open: boolean;
  unread: number;
  online: boolean;
  conversationId: string | null;
}

/** The public object of one widget. Methods may be called at any time: before it is there they wait for it. */
export interface Widget {
  readonly version: string;
  readonly token: string;
  readonly state: Readonly<WidgetState>;
  /** Resolves when the launcher is there, or when it steps aside; never rejects. */
  readonly ready: Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
  toggle(): Promise<void>;
  /** Shows or hides launcher and panel. */
  show(): void;
  hide(): void;
  /** Opens the chat and sends this. */
  send(text: string): Promise<void>;
  unavailableReason(): UnavailableReason | null;
  on: Listeners["on"];
  /** Removes everything from the page. */
  destroy(): Promise<void>;
  /** Calls this once the widget is destroyed. */
  onDestroy(done: () => void): void;
}

/** Asks once, without credentials, for the surface's configuration, and draws the launcher. Nothing is stored. */
export function createWidget(options: WidgetOptions): Widget {
  const listeners = createListeners();
  const state: WidgetState = {
    status: "loading",
    open: false,
    unread: 0,
    online: true,
    conversationId: null,
  };
  const done: Array<() => void> = [];
  let reason: UnavailableReason | null = "loading";
  let isDestroyed = false;
  let isShown = true;
  let launcher: Launcher | undefined;
  let panel: Promise<Panel | null> | undefined;
  let shown: LauncherConfiguration | undefined;

  const ready = load();

  async function load(): Promise<void> {
    const [configuration] = await Promise.all([fetchConfiguration(options), waitForBody()]);
    if (isDestroyed) return;
    if (typeof configuration === "string") return stepAside(configuration);
    shown = configuration;
    launcher = createLauncher({
      configuration,
      look: options.look,
      zIndex: options.zIndex,
      onPrepare: () => void preparePanel(),
      onToggle: () => void (state.open ? hidePanel("user") : showPanel("user")),
      onSuggestion: (text) => {
        listeners.tell("suggestion:click", { text });
        void send(text, "user");
      },
    });
    launcher.setShown(isShown);
    state.status = "ready";
    reason = null;
    listeners.tell("ready", { version });
    if (options.open) await showPanel("api");
  }

  function stepAside(why: UnavailableReason): void {
    if (state.status === "unavailable") return;
    state.status = "unavailable";
    reason = why;
    console.warn(`Pilothouse: ${why}. ${advice[why] ?? ""}`);
    void remove();
    listeners.tell("unavailable", { reason: why });
  }

  /** Loads the core and the frame, once; hovering does it, so that opening is at once. */
  function preparePanel(): Promise<Panel | null> {
    panel ??= import("./core.ts").then(
      ({ createPanel }) =>
        launcher && shown
          ? createPanel({
              ...options,
              name: shown.name,
              scheme: shown.settings.scheme,
              root: launcher.root,
              onState: (next) => {
                Object.assign(state, next);
                launcher?.setUnread(state.unread);
              },
              onEvent: (event, detail) => listeners.tell(event, detail as WidgetEvents[typeof event]),
              onCloseRequest: () => void hidePanel("user"),
              onUnavailable: stepAside,
            })
          : null,
      () => {
        panel = undefined;
        // A network that is down comes back: the next click tries again.
        if (navigator.onLine) stepAside("csp_blocked");
        return null;
      },
    );
    return panel;
  }

  async function showPanel(by: "user" | "api"): Promise<void> {
    if (!launcher || state.open) return;
    state.open = true;
    launcher.setOpen(true);
    listeners.tell("open", { by });
    const made = await preparePanel();
    if (made) made.setOpen(state.open, by === "user");
    else await hidePanel("api");
  }

  async function hidePanel(by: "user" | "api"): Promise<void> {
    if (!launcher || !state.open) return;
    state.open = false;
    launcher.setOpen(false);
    listeners.tell("close", { by });
    (await panel)?.setOpen(state.open, false);
    if (by === "user") launcher?.focus();
  }

  async function send(text: string, by: "user" | "api"): Promise<void> {
    await showPanel(by);
    (await panel)?.sendText(text);
  }

  function setShown(shown: boolean): void {
    isShown = shown;
    launcher?.setShown(shown);
  }

  async function remove(): Promise<void> {
    const loading = panel;
    launcher?.remove();
    launcher = panel = undefined;
    state.open = false;
    (await loading)?.remove();
  }

  return {
    version,
    token: options.token,
    state,
    ready,
    open: () => ready.then(() => showPanel("api")),
    close: () => ready.then(() => hidePanel("api")),
    toggle: () => ready.then(() => (state.open ? hidePanel("api") : showPanel("api"))),
    show: () => setShown(true),
    hide: () => setShown(false),
    send: (text) => ready.then(() => send(text, "api")),
    unavailableReason: () => reason,
    on: listeners.on,
    onDestroy: (run) => void done.push(run),
    destroy() {
      isDestroyed = true;
      listeners.clear();
      done.forEach((run) => run());
      return remove();
    },
  };
}

const advice: Partial<Record<UnavailableReason, string>> = {
  bad_token: "Copy the snippet again.",
  origin_not_allowed: "Add this site to the allowed domains in Deploy.",
  disabled: "The agent is paused or switched off.",
  csp_blocked: "Allow this host in script-src, frame-src and connect-src.",
};

async function fetchConfiguration({
  host,
  token,
}: WidgetOptions): Promise<LauncherConfiguration | UnavailableReason> {
  const query = `surface=widget&token=${encodeURIComponent(token)}`;
  const answer = await fetch(`${host}/api/public/v1/copilots?${query}`, { credentials: "omit" }).catch(
    nothing,
  );
  // A policy that forbids the connection and a network that is down look alike, but for this.
  if (!answer) return navigator.onLine ? "csp_blocked" : "offline";
  const body = await answer.json().catch(nothing);
  if (answer.ok && body) return body;
  const code = body?.error?.code;
  if (code === "surface_disabled") return "disabled";
  return Object.hasOwn(advice, code) ? code : "server";
}

function nothing(): null {
  return null;
}

/** A script in the head runs before there is a body to draw on. */
function waitForBody(): Promise<void> {
  if (document.body) return Promise.resolve();
  return new Promise((resolve) => addEventListener("DOMContentLoaded", () => resolve(), { once: true }));
}
