import type { LauncherWords } from "../shared/words/embed.ts";
import { launcherStyle } from "./launcherStyle.ts";
import type { RawOptions } from "./raw.ts";

/** What the embed needs to know of a surface; the frame brings its own, whole configuration. */
export interface LauncherConfiguration {
  name: string;
  launcherWords: LauncherWords;
  /** The icon that Deploy says; one of the page's own waits for the core. */
  launcherPath: string;
  hostedUrl: string | null;
  settings: LauncherSettings;
}

export interface LauncherSettings {
  primary: string;
  /** Of what stands on it; null is white or black, whichever can be read. */
  onPrimary: string | null;
  scheme: "auto" | "light" | "dark";
  position: "right" | "left";
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
  /** Turns the button into a link, for pages on which the chat can't stand. */
  link(url: string): void;
}

/** Draws the button in a shadow root with an adopted sheet (no inline style). What stands beside it comes with the core. */
export function createLauncher({ settings, launcherWords, launcherPath }: LauncherConfiguration): Launcher {
  const host = document.createElement("pilothouse-launcher");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(launcherStyle);
  root.adoptedStyleSheets = [sheet];
  const label = document.createElement("span");
  const note = set(document.createElement("p"), { role: "alert" });
  note.textContent = launcherWords.waiting;
  const svg = "http://www.w3.org/2000/svg";
  const shape = set(document.createElementNS(svg, "path"), { d: launcherPath });
  const icon = set(document.createElementNS(svg, "svg"), { viewBox: "0 0 24 24", "aria-hidden": "true" });
  icon.append(shape);

  function draw(name: string, attributes: Record<string, string>): HTMLElement {
    const drawn = set(document.createElement(name), {
      part: "launcher",
      "aria-label": launcherWords.open,
      ...attributes,
    });
    drawn.append(icon, label);
    root.append(drawn);
    return drawn;
  }
  const button = draw("button", { "aria-haspopup": "dialog", "aria-expanded": "false" });
  document.body.append(host);

  return {
    host,
    root,
    button,
    note,
    dress(options) {
      const look = { ...settings, ...options };
      const put = (name: string, value: unknown) => host.style.setProperty(`--ph-${name}`, value as string); // the browser writes numbers as text
      put("primary", look.color || look.primary);
      // A colour of the page's own has its own text's, or the sheet finds one.
      button.style.color = (look.color ? options : settings).onPrimary || "";
      put("x", `${look.offsetX}px`);
      put("y", `${look.offsetY}px`);
      put("z", look.zIndex || 1000);
      set(host, { "data-position": look.position });
      button.hidden = `${look.launcher}` === "false";
      label.textContent = look.launcherLabel;
    },
    link(href) {
      button.remove();
      // Without an opener, as browsers do by themselves.
      draw("a", { href, target: "_blank" }).style.color = button.style.color;
    },
  };
}

function set<Made extends Element>(made: Made, attributes: Record<string, string | undefined>): Made {
  for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name] as string); // the same for what is not there
  return made;
}
