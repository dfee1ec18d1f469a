import type { Beside } from "./beside/beside.ts";
import type { Boot } from "./bootState.ts";
import { createChat } from "./chat.ts";
import type { CoreContext, PageCode } from "./coreContext.ts";
import type { Core, MethodsOfTheCore } from "./coreMethods.ts";
import { failure } from "./failure.ts";
import { keepForFrame } from "./firstPartyStorage.ts";
import { createLauncherState } from "./launcherState.ts";
import { noteFailure } from "./noteFailure.ts";
import { settle } from "./settle.ts";
import { listAsked } from "./tellFrame.ts";
import type { ClientTool } from "./types.ts";
import { watchPage } from "./watchPage.ts";

/** Starts all of a widget that comes after its launcher: on the first hover, focus or call that needs it. */
export function startCore(boot: Boot): Core {
  const { token, state, options } = boot;
  if (state.status === "idle") throw failure("destroyed");
  let pageCodeOnWay: Promise<PageCode> | undefined;
  let beside: Promise<Beside> | undefined;
  const settled = settle(options);
  const core: CoreContext = {
    boot,
    settled,
    launcher: createLauncherState(boot),
    // Before consent the frame asks for nothing else to be kept than that it was given.
    kept: keepForFrame(token, () => {
      const { consent, storage } = core.settled.frame;
      return consent === "denied" ? "none" : storage;
    }),
    hasEnded: false,
    identity: settled.identity,
    withPageCode: (run) => void loadPageCode(run).catch(noteFailure),
  };
  const { load, setOpen, prefill, style, end: endChat } = createChat(core);
  const page = watchPage(core);

  /** What page code calls comes with the first of it. */
  async function loadPageCode(run: (code: PageCode) => unknown): Promise<unknown> {
    pageCodeOnWay ??= import("./pageCode.ts").then(
      ({ createPageCode }) =>
        (core.pageCode = createPageCode(core, { load, setOpen, prefill, readOptions, withBeside })),
    );
    return run(core.pageCode ?? (await pageCodeOnWay));
  }

  function readOptions(): void {
    core.settled = settle(options);
    page.check();
    style();
    const { frame } = core.chat ?? {};
    frame?.send("look", core.settled.look);
    frame?.send("options", core.settled.frame);
  }

  /** What is beside the launcher comes with the first of it. */
  function withBeside(run?: (part: Beside) => void): void {
    beside ??= import("./beside/beside.ts").then(({ createBeside }) =>
      createBeside({
        core,
        readOptions,
        open: (said) => setOpen(true, said ? "proactive" : "user", said ? { said } : undefined),
      }),
    );
    beside.then(run).catch(noteFailure);
  }

  function openBy(opener: Element): void {
    const isToggle = !opener.hasAttribute("data-agent-open");
    const text = opener.getAttribute("data-agent-text");
    setOpen(isToggle ? !state.open : true, "user");
    if (!text) return;
    if (opener.hasAttribute("data-agent-send"))
      core.withPageCode(({ methods: { send } }) => send(text, { open: false }));
    else prefill(text);
  }

  const methods: MethodsOfTheCore = {
    open: async (view) => setOpen(true, "api", view),
    close: async () => setOpen(false, "api"),
    toggle: async () => setOpen(!state.open, "api"),
    doctor: () => import("./doctor.ts").then(({ examine }) => examine(boot)),
  };

  page.check();
  const { context, tools } = options;
  if (context || tools)
    core.withPageCode(({ methods: { setContext, addTool } }) => {
      if (context) void setContext(context as Record<string, unknown>);
      if (tools) void addTool(tools as ClientTool[]);
    });
  if (settled.mode === "inline" || settled.isOpen) setOpen(true, "api");
  if (settled.defer === "now") load();
  if (boot.configuration?.speaksFirst) withBeside();
  if (settled.defer === "idle") (window.requestIdleCallback ?? setTimeout)(load);
  return {
    serve({ type }, wasThere, opener) {
      if (opener) openBy(opener);
      else if (type === "click") setOpen(!wasThere || !state.open, "user");
      else load();
    },
    call(name, given) {
      const own = methods[name as "open"] as ((...all: never[]) => unknown) | undefined; // each takes its own
      if (!own)
        return loadPageCode((code) =>
          (code.methods[name as "stop"] as (...all: never[]) => unknown)(...given),
        );
      const go = () => own(...given);
      // What page code said before goes first.
      return pageCodeOnWay && !core.pageCode ? pageCodeOnWay.then(go, go) : go();
    },
    listen: () => core.chat?.frame.send("options", listAsked(boot.listeners)),
    end() {
      core.hasEnded = true;
      page.end();
      endChat();
      core.launcher.remove();
    },
  };
}
