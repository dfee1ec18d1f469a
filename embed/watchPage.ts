import type { CoreContext } from "./coreContext.ts";
import { onLater } from "./onLater.ts";
import { watchPlace } from "./place.ts";
import { mayShowAt } from "./rules.ts";
import { tellPlace } from "./tellFrame.ts";

/** Follows what the page does around the chat: its address, its modal dialogs, its policy. */
export function watchPage(core: CoreContext) {
  const { boot } = core;
  const stopWatching = watchPlace(check);
  addEventListener("securitypolicyviolation", tellBlocked);
  addEventListener("focusin", seekDialog);
  seekDialog();

  function check(): void {
    const { settled, chat } = core;
    boot.mayShow = mayShowAt(location.pathname, settled);
    if (boot.launcher) boot.launcher.host.dataset["mode"] = settled.mode;
    core.launcher.paint();
    if (chat?.frame.link()) tellPlace(chat.frame);
  }

  /** A modal dialog of the page lies over the chat, and makes it inert or takes the focus back. */
  function seekDialog(): void {
    if (document.querySelector("dialog:modal,[aria-modal]"))
      onLater(({ followDialogs }) => followDialogs(boot));
  }

  /** A frame that the page's policy forbids stays empty and says nothing itself. */
  function tellBlocked({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective === "frame-src" && blockedURI.startsWith(boot.host))
      boot.stepAside("csp_blocked", `${effectiveDirective} ${blockedURI}`);
  }

  return {
    check,
    end() {
      stopWatching();
      removeEventListener("securitypolicyviolation", tellBlocked);
      removeEventListener("focusin", seekDialog);
    },
  };
}
