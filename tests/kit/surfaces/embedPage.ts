import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { widgets } from "../../../embed/page.ts";
import type { Widget } from "../../../embed/types.ts";
import type { PublicRule } from "../../../shared/domain/proactive.ts";
import { launcherIcons } from "../../../shared/frame/launcherIcons.ts";
import { namespace } from "../../../shared/frame/link.ts";
import { framePermissions } from "../../../shared/frame/permissions.ts";
import { launcherWords } from "../../../shared/words/embed.ts";
import { makeWidgetSettings } from "../samples.ts";

export const host = "https://chat.example";
export const settings = makeWidgetSettings();
const launcherPath = launcherIcons[settings.launcherIcon];
export const configuration = {
  name: "Acme",
  hostedUrl: null as string | null,
  launcherWords,
  launcherPath,
  allow: framePermissions,
  dismissLabel: "Hide suggestion",
  hideMessageLabel: "Hide message",
  speaksFirst: false,
  proactive: [] as PublicRule[],
  settings,
};

export let fetched: ReturnType<typeof vi.fn>;
export let warned: ReturnType<typeof vi.spyOn>;
export const scope = window as unknown as Record<string, unknown>;

/** A frame that loads nothing; what is posted to its window is noted. */
export const frameWindow = { postMessage: vi.fn() };
const framePrototype = HTMLIFrameElement.prototype;
const ownOfFrame = {
  src: Object.getOwnPropertyDescriptor(framePrototype, "src") ?? {},
  contentWindow: Object.getOwnPropertyDescriptor(framePrototype, "contentWindow") ?? {},
};
/** A page for each test of the file, with a server that gives the configuration; whatever a test leaves goes with it. */
export function useEmbedPage(): void {
  beforeAll(() => {
    let src = "";
    const property = { configurable: true, get: () => src, set: (value: string) => void (src = value) };
    Object.defineProperty(framePrototype, "src", property);
    framePrototype.setAttribute = function (name: string, value: string) {
      if (name === "src") this.src = value;
      else Element.prototype.setAttribute.call(this, name, value);
    };
    Object.defineProperty(framePrototype, "contentWindow", { configurable: true, get: () => frameWindow });
  });
  afterAll(() => {
    Object.defineProperties(framePrototype, ownOfFrame);
    Reflect.deleteProperty(framePrototype, "setAttribute");
  });

  beforeEach(() => {
    frameWindow.postMessage.mockClear();
    fetched = vi.fn(async () => Response.json(configuration));
    vi.stubGlobal("fetch", fetched);
    // A page's own, which happy-dom has not.
    vi.stubGlobal("origin", location.origin);
    warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  });

  afterEach(async () => {
    for (const widget of [...widgets().values()]) await widget.destroy();
    delete scope["Pilothouse"];
    document.body.replaceChildren();
    document.documentElement.removeAttribute("style");
    localStorage.clear();
    Object.assign(configuration, { settings, speaksFirst: false, proactive: [] });
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

export function makeScript(data: Record<string, string> = {}, query = "?token=T"): HTMLScriptElement {
  const script = document.createElement("script");
  Object.defineProperty(script, "src", { value: `${host}/widget.js${query}` });
  Object.assign(script.dataset, data);
  return script;
}

/** Runs the pasted script, as the browser does at each of its tags. */
export async function runScript(script: unknown = makeScript()): Promise<void> {
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script as HTMLScriptElement);
  vi.resetModules();
  await import("../../../embed/loader.ts");
}

export async function start(data: Record<string, string> = {}): Promise<Widget> {
  await runScript(makeScript(data));
  const api = scope["Pilothouse"] as Widget; // put there by the script
  await api.ready;
  return api;
}

export const shadow = () => document.querySelector("pilothouse-launcher")?.shadowRoot ?? null;
export const button = () => shadow()?.querySelector<HTMLButtonElement>("[part=launcher]");
export const frame = () => shadow()?.querySelector("iframe");

/** It is there once the core is, which hears the frame. */
export const panel = () => shadow()?.querySelector<HTMLElement>("[part=panel]");

/** The frame's document says hello and gets its port. */
export async function connectFrame() {
  await vi.waitFor(() => expect(panel()).toBeTruthy());
  const event = new Event("message");
  const data = { ns: namespace, v: 1, type: "hello", payload: { v: 1 } };
  for (const [name, value] of Object.entries({ data, origin: host, source: frameWindow, ports: [] })) {
    Object.defineProperty(event, name, { value });
  }
  dispatchEvent(event);
  const port = frameWindow.postMessage.mock.calls[0]?.[2][0] as MessagePort; // handed over with `connect`
  const heard: { type: string; payload: unknown }[] = [];
  port.onmessage = ({ data: message }) => void heard.push({ type: message.type, payload: message.payload });
  const say = (type: string, payload: unknown) => port.postMessage({ ns: namespace, v: 1, type, payload });
  return { heard, say, port };
}
