import type { DoctorCheck, DoctorReport } from "../shared/domain/doctor.ts";
import { policyLines, scriptSnippet } from "../shared/frame/snippet.ts";
import type { UnavailableReason } from "../shared/frame/messages.ts";
import type { Boot } from "./bootState.ts";

/**
 * Looks at what a chat needs on this page: each check is tried as the browser lets it be tried, and one that is wrong
 * brings the lines to paste.
 */
export async function examine(boot: Boot): Promise<DoctorReport> {
  const blocked = await tryPolicy(boot);
  // The configuration's own answer, asked for again: what was wrong at load may be right by now.
  const why = await boot.configure();
  const checks: DoctorCheck[] = [
    checkTag(boot),
    checkToken(boot, why),
    checkAgent(why),
    checkOrigin(why),
    checkPolicy(boot, blocked),
    checkFrame(boot, blocked),
    checkContext(),
    checkStorage(boot),
  ];
  return { url: location.href, checks };
}

function ok(name: DoctorCheck["name"], message: string): DoctorCheck {
  return { name, state: "ok", message, lines: [] };
}

function checkTag(boot: Boot): DoctorCheck {
  const lines = [scriptSnippet(boot)];
  const { length } = document.querySelectorAll(`script[src^="${boot.host}/widget.js"]`);
  if (length > 1) {
    const message = `The page has ${length} of our script tags. One is enough for each agent.`;
    return { name: "tag", state: "warning", message, lines };
  }
  return ok("tag", length ? "The script tag is in the page." : "The widget was made by page code.");
}

function checkToken({ host, token }: Boot, why: UnavailableReason | null): DoctorCheck {
  if (why !== "bad_token") return ok("token", "The token belongs to an agent.");
  const message = `The token ${token} belongs to no agent. Copy the snippet from Deploy again.`;
  return {
    name: "token",
    state: "error",
    message,
    lines: [
      `<script async src="${host}/widget.js?token=YOUR_TOKEN" referrerpolicy="origin" crossorigin></script>`,
    ],
  };
}

function checkAgent(why: UnavailableReason | null): DoctorCheck {
  if (why === "disabled") {
    const message = "The agent is paused, or its widget is switched off. Switch it on in Deploy.";
    return { name: "agent", state: "error", message, lines: [] };
  }
  if (why === "plan_limit") {
    const message = "The plan of the agent's organization has ended, so visitors don't see the agent.";
    return { name: "agent", state: "error", message, lines: [] };
  }
  if (why === "server" || why === "offline" || why === "csp_blocked") {
    const message = `The agent could not be asked for (${why}).`;
    return { name: "agent", state: "error", message, lines: [] };
  }
  return ok("agent", "The agent is live.");
}

function checkOrigin(why: UnavailableReason | null): DoctorCheck {
  if (why === "origin_not_allowed") {
    const message = "This site is not among the allowed domains in Deploy. Add it there.";
    return { name: "origin", state: "error", message, lines: [location.host || "null"] };
  }
  return ok("origin", `${self.origin} may show the agent.`);
}

/** The directives that a trial ran into. */
async function tryPolicy({ host, token }: Boot): Promise<string[]> {
  const found = new Set<string>();
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(host)) found.add(effectiveDirective.replace("-elem", ""));
  };
  addEventListener("securitypolicyviolation", note);
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.referrerPolicy = "origin";
  // The chat's own document, whose script a sandbox keeps still: nobody is there to talk.
  frame.setAttribute("sandbox", "");
  frame.src = `${host}/embed/${encodeURIComponent(token)}`;
  const isLoaded = new Promise((resolve) => {
    frame.addEventListener("load", resolve);
    frame.addEventListener("error", resolve);
    setTimeout(resolve, 3000);
  });
  document.body.append(frame);
  // Scripts need no trial: this one was let in.
  const address = `${host}/api/public/v1/copilots?surface=widget&token=${encodeURIComponent(token)}`;
  await Promise.all([isLoaded, fetch(address, { credentials: "omit" }).catch(() => null)]);
  frame.remove();
  // Violations are told as tasks of their own.
  await new Promise((resolve) => setTimeout(resolve));
  removeEventListener("securitypolicyviolation", note);
  return [...found];
}

function checkPolicy(boot: Boot, blocked: string[]): DoctorCheck {
  if (blocked.length === 0) return ok("policy", "The page's Content-Security-Policy allows the chat.");
  const message = `The page's Content-Security-Policy forbids ${blocked.join(", ")}. Add these lines to it.`;
  return { name: "policy", state: "error", message, lines: policyLines(boot).split("\n") };
}

function checkFrame({ reason, state }: Boot, blocked: string[]): DoctorCheck {
  if (blocked.includes("frame-src")) {
    return {
      name: "frame",
      state: "error",
      message: "The chat's frame is blocked by the page's policy.",
      lines: [],
    };
  }
  if (self.origin === "null") {
    const message =
      "This page has no origin of its own (a sandboxed frame, a file or an app). Allow that in Deploy, and give a sandboxed frame these words.";
    return {
      name: "frame",
      state: "warning",
      message,
      lines: [`sandbox="allow-scripts allow-same-origin allow-popups allow-forms"`],
    };
  }
  return ok(
    "frame",
    state.status === "ready" ? "The chat's frame may load." : `The widget stepped aside: ${reason}.`,
  );
}

function checkContext(): DoctorCheck {
  if (isSecureContext) return ok("context", "The page is served securely.");
  const message = "The page is served by plain http. The chat works; copying and speaking need https.";
  return { name: "context", state: "warning", message, lines: [] };
}

function checkStorage({ token }: Boot): DoctorCheck {
  try {
    localStorage.setItem(`ph:${token}:doctor`, "1");
    localStorage.removeItem(`ph:${token}:doctor`);
    return ok("storage", "The page's storage can be used.");
  } catch {
    const message = "The browser denies storage to this page: a conversation lasts as long as the page.";
    return { name: "storage", state: "warning", message, lines: [] };
  }
}
