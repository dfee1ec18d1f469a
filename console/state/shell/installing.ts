import { proxy } from "valtio";

/** How Chromium offers to install a page; no other browser has it, and TypeScript knows nothing of it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

interface Installing {
  /** `offered`: the browser installs it when asked; `byHand`: an iPhone or iPad, where people do it themselves. */
  state: "installed" | "offered" | "byHand" | "none";
}

/** Whether the inbox is an app of its own on this device, or can become one. */
export const installing = proxy<Installing>({ state: "none" });

let prompt: InstallPrompt | null = null;

/** Listens for the browser's offer from now on; gives the way to stop. */
export function watchInstalling(): () => void {
  installing.state = isInstalled() ? "installed" : isApple() ? "byHand" : prompt ? "offered" : "none";
  const handleOffer = (event: Event) => {
    // Nothing asks by itself: the offer waits until somebody presses Install.
    event.preventDefault();
    prompt = event as InstallPrompt; // what this event is
    installing.state = "offered";
  };
  const handleInstalled = () => {
    prompt = null;
    installing.state = "installed";
  };
  addEventListener("beforeinstallprompt", handleOffer);
  addEventListener("appinstalled", handleInstalled);
  return () => {
    removeEventListener("beforeinstallprompt", handleOffer);
    removeEventListener("appinstalled", handleInstalled);
  };
}

/** Has the browser ask; its offer can be used once. */
export async function install(): Promise<void> {
  const offered = prompt;
  prompt = null;
  if (!offered) return;
  const { outcome } = await offered.prompt();
  installing.state = outcome === "accepted" ? "installed" : "none";
}

/** Whether this page runs as an app of its own. */
export function isInstalled(): boolean {
  const isApp = "standalone" in navigator && navigator.standalone === true;
  return isApp || matchMedia("(display-mode: standalone)").matches;
}

/** An iPad calls itself a Mac, but no Mac is touched. */
export function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
