import { waitByTimer } from "../../../shared/client/wait.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { configuration } from "../platform/configuration.ts";
import { helpEdge } from "./helpEdge.ts";
import type { HelpWidget, HelpedUser } from "./helpEdge.ts";
import { userAgent } from "../platform/userAgent.ts";
import { readServerAddress } from "../../../shared/client/basePath.ts";

/** "The first chat widget user is set after 1500 ms" (specification 4, 9). */
export const userSetAfterMs = 1500;

let user: HelpedUser | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let mounted: Promise<HelpWidget> | null = null;

/** Makes the help's chat ready for the signed-in user, 1500 ms from now; once a page, until `endChat`. */
export function startChat(helped: HelpedUser): void {
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    user = helped;
    // Where it is open already it is told now; a chat that is not there yet gets to know by the mounting.
    if (mounted) void mounted.then((widget) => widget.identify(helped)).catch(ignore);
    else void mount().catch(ignore);
  }, userSetAfterMs);
}

/** Opens the chat with support, and says so where that does not work. */
export function openChat(): void {
  mount()
    .then((widget) => widget.open())
    .catch(() => showToast("Help could not be opened. Please try again.", "danger"));
}

/** Forgets the user in the help's chat and takes it away: somebody signs out. Never fails. */
export async function endChat(): Promise<void> {
  clearTimeout(timer);
  const ending = mounted;
  timer = undefined;
  mounted = null;
  user = null;
  userAgent.isFcWidgetLoaded = false;
  try {
    // Nobody waits for their sign-out longer than that.
    await Promise.race([ending?.then(forget), waitByTimer(1000)]);
  } catch {
    // It never came, so it knows nobody.
  }
}

async function forget(widget: HelpWidget): Promise<void> {
  await widget.logout();
  await widget.destroy();
}

function mount(): Promise<HelpWidget> {
  mounted ??= load();
  mounted.catch(() => {
    // The next click tries again.
    mounted = null;
  });
  return mounted;
}

async function load(): Promise<HelpWidget> {
  const { supportBotToken: token, supportBotOrigin } = configuration;
  const { createWidget } = await helpEdge.load(`${supportBotOrigin ?? readServerAddress()}/widget.mjs`);
  const widget = token
    ? await createWidget({ token, mode: "none", theme: "auto", ...(user && { identity: user }) })
    : null;
  if (!widget) throw new Error("There is no help here.");
  await widget.ready;
  userAgent.isFcWidgetLoaded = true;
  return widget;
}

function ignore(): void {
  // Nobody asked for it yet; opening it shows an error.
}
