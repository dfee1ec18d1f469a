import type { PublicRule } from "../shared/domain/proactive.ts";
import type { LauncherWords } from "../shared/words/embed.ts";
import { launcherStyle } from "./launcherStyle.ts";
import type { RawOptions } from "./raw.ts";

/** What the embed needs to know of a surface; the frame brings its own, whole configuration. */
export interface LauncherConfiguration {
  name: string;
  launcherWords: LauncherWords;
  /** The icon that Deploy says; one of the page's own waits for the core. */
  launcherPath: string;
  /** What the frame may use. */
  allow: string;
  hostedUrl: string | null;
  /** Not there where an older server answers, as all that follows. */
  dismissLabel?: string;
  hideMessageLabel?: string;
  /** Visitors may move the launcher; says how by keyboard. */
  moveLabel?: string;
  /** Something is beside the closed launcher, or may come to, or it can be moved. */
  speaksFirst?: boolean;
  proactive?: PublicRule[];
  settings: LauncherSettings;
}

export interface LauncherSettings {
  primary: string;
  /** Of what stands on it; null is white or black, whichever can be read. */
  onPrimary: string | null;
  scheme: "auto" | "light" | "dark";
  position: "right" | "left";
  /** No launcher, as outside the team's hours. */
  launcher?: false;
  launcherLabel: string;
  offsetX: number;
  offsetY: number;
  panelWidth: number;
  panelHeight: number;
  minimisedSuggestions: string[];
}

export interface Launcher {
  /** The element in the page. */
  host: HTMLElement;
  /** Where the panel goes too: one shadow root, out of reach of the page's styles. */
  root: ShadowRoot;
  button: HTMLElement;
  /** Says that the chat waits for a network, once it is put into the root. */
  note: HTMLElement;
  /** Draws it as the options say, closed and with nothing unread. */
  dress(options: RawOptions): void;
  /**
   * Puts the chat's frame into the page, in the element of the panel to be and hidden: a frame that is moved loads
   * again. Its `onload` goes away with the end of the first load.
   */
  load(src: string): void;
  /**
   * Takes everything out of the page, or all but a link to the hosted page, where there is one and the chat can't be
   * shown.
   */
  leave(isBlocked?: boolean): void;
}

/** Draws the button in a shadow root with an adopted sheet (no inline style). What is beside it comes with the core. */
export function createLauncher({
  settings,
  launcherWords,
  launcherPath,
  allow,
  hostedUrl,
}: LauncherConfiguration): Launcher {
  const host = document.createElement("pilothouse-launcher");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(launcherStyle);
  root.adoptedStyleSheets = [sheet];
  const label = new Text();
  const note = fill(document.createElement("b"), { role: "alert" }, [launcherWords.waiting]);
  const svg = "http://www.w3.org/2000/svg";
  const shape = fill(document.createElementNS(svg, "path"), { d: launcherPath });
  const icon = fill(document.createElementNS(svg, "svg"), {}, [shape]);

  function draw(name: string, attributes: Record<string, string>): HTMLElement {
    const named = { part: "launcher", "aria-label": launcherWords.open, ...attributes };
    const drawn = fill(document.createElement(name), named, [icon, label]);
    root.append(drawn);
    return drawn;
  }
  const button = draw("button", { "aria-haspopup": "dialog", "aria-expanded": "false" });
  // Beside the body: pages replace it as a whole, and a transform or filter of its own would keep what is fixed inside it.
  document.documentElement.append(host);

  return {
    host,
    root,
    button,
    note,
    dress(options) {
      const look = { ...settings, ...options };
      const put = (name: string, value: unknown) => host.style.setProperty(`--ph-${name}`, value as string); // the browser writes numbers as text
      put("primary", look.color || look.primary);
      // A color of the page's own has its own text's, or the sheet finds one.
      button.style.color = (look.color ? options : settings).onPrimary || "";
      put("x", `${look.offsetX}px`);
      put("y", `${look.offsetY}px`);
      put("z", look.zIndex || 1000);
      host.dataset["position"] = look.position;
      button.hidden = `${look.launcher}` === "false";
      label.data = look.launcherLabel;
    },
    load(src) {
      const frame = fill(document.createElement("iframe"), {
        allow,
        referrerpolicy: "origin",
        src,
      });
      frame.onload = () => (frame.onload = null);
      root.append(fill(document.createElement("div"), { hidden: "" }, [frame]));
    },
    leave(isBlocked) {
      if (!isBlocked || !hostedUrl) return host.remove();
      root.replaceChildren();
      // Without an opener, as browsers do by themselves.
      draw("a", { href: hostedUrl, target: "_blank" }).style.color = button.style.color;
    },
  };
}

/** Gives the element with these attributes and children. */
function fill<Filled extends Element>(
  element: Filled,
  attributes: Record<string, string>,
  children: (Node | string)[] = [],
): Filled {
  for (const name of Object.keys(attributes)) element.setAttribute(name, attributes[name] as string); // its own name
  element.append(...children);
  return element;
}
