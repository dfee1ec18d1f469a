import { launcherIcons } from "../shared/frame/launcherIcons.ts";
import { launcherStateStyle } from "./launcherStateStyle.ts";
import type { LauncherWords } from "../shared/words/embed.ts";
import type { Boot } from "./bootState.ts";

/** What the launcher shows once the core is there: whether the chat is open, and how much is unread. */
export interface LauncherState {
  paint(): void;
  setWords(words: Partial<LauncherWords>): void;
  words(): LauncherWords;
  title(): string;
  remove(): void;
}

export function createLauncherState(boot: Boot): LauncherState {
  const { launcher, configuration, state } = boot;
  if (!launcher || !configuration) {
    // Nothing is drawn, so nobody asks for words.
    return { paint() {}, setWords() {}, words: () => ({}) as LauncherWords, title: () => "", remove() {} };
  }
  const { host, root, button } = launcher;
  const { name } = configuration;
  let words = configuration.launcherWords;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(launcherStateStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const badge = document.createElement("span");
  badge.className = "badge";
  button.append(badge);
  launcher.note.remove();

  function describe(): string {
    if (state.open) return words.close;
    return state.unread ? words.openUnread.replace("{count}", String(state.unread)) : words.open;
  }

  return {
    paint() {
      const { open, unread } = state;
      launcher.dress(boot.options);
      const { offsetMobileY, launcherIcon = "" } = boot.options;
      const path = open ? "M6 6l12 12M18 6L6 18" : (icons.get(launcherIcon) ?? configuration.launcherPath);
      root.querySelector("path")?.setAttribute("d", path);
      host.style.setProperty("--ph-my", offsetMobileY === undefined ? "" : `${offsetMobileY}px`);
      boot.place();
      if (/^(inline|none)$/.test(host.dataset["mode"] ?? "")) button.hidden = true;
      host.toggleAttribute("data-open", open);
      button.setAttribute("aria-expanded", String(open));
      button.setAttribute("aria-label", describe());
      badge.hidden = open || unread === 0;
      badge.textContent = unread > 9 ? "9+" : String(unread);
      boot.heed?.();
    },
    setWords: (given) => void (words = { ...words, ...given }),
    words: () => words,
    title: () => words.title.replace("{name}", name),
    remove() {
      boot.heed?.("end");
      badge.remove();
    },
  };
}

const icons = new Map<string, string>(Object.entries(launcherIcons));
