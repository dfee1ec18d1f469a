import { checkMailServer } from "../../mail/checkMailServer.ts";
import { parseAllowedRanges } from "../../egress/ranges.ts";
import type { CheckDeps } from "../facts.ts";
import { fail, pass, warn } from "../verdict.ts";
import type { Found } from "../verdict.ts";

const answersWithinMs = 8000;
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);
/** Networks of clouds' own facts, and everything. */
const tooWide = /^(0\.0\.0\.0\/0|::\/0|169\.254\.|fd00:ec2:)/;

/** Whether links in mails lead here. */
export async function checkPublicAddress(deps: CheckDeps): Promise<Found> {
  const { settings, version } = deps;
  const { publicOrigin, host, port } = settings;
  if (publicOrigin === null) {
    if (loopback.has(host)) return pass(`This machine only, at http://localhost:${port}.`);
    return warn(
      "PUBLIC_URL is not set: links in mails lead to where the set-up link was opened.",
      "PUBLIC_URL=https://agents.example.com",
    );
  }
  const { hostname, protocol } = new URL(publicOrigin);
  const answer = await ask(deps, "/version").catch(() => null);
  if (answer === null)
    return fail(
      `${publicOrigin} does not answer from here. See that its name leads to the proxy, and the proxy to port ${port}.`,
      `curl -v ${publicOrigin}/version`,
    );
  const said = (await answer.json().catch(() => null)) as { version?: unknown } | null; // compared below
  if (said?.version !== version)
    return warn(
      `${publicOrigin} is answered by something else, or by another version.`,
      `curl ${publicOrigin}/version`,
    );
  if (protocol === "http:" && !loopback.has(hostname))
    return warn("Without https passwords and cookies can be read on the way.", "PUBLIC_URL=https://…");
  return pass(`${publicOrigin} leads here.`);
}

/** Whether the proxy in front says who asks, and whether it is believed. */
export async function checkProxy(deps: CheckDeps): Promise<Found> {
  const { settings, isForwardingIgnored } = deps;
  const { publicOrigin, trustedProxies } = settings;
  if (isForwardingIgnored?.())
    return warn(
      "Requests come with forwarding headers, and no proxy is trusted: every visitor has the proxy's address.",
      "TRUST_PROXY=1",
    );
  if (publicOrigin === null || !publicOrigin.startsWith("https:"))
    return trustedProxies === 0 ? null : pass("Forwarding headers are believed.");
  const answer = await ask(deps, "/healthz").catch(() => null);
  if (answer === null) return null;
  // Sent where the server takes the request for one by https to its own address.
  if (!answer.headers.has("strict-transport-security"))
    return fail(
      "The proxy does not pass on the host that people ask for.",
      "proxy_set_header Host $host;   # nginx",
      "proxy_set_header X-Forwarded-Proto $scheme;   # nginx",
    );
  if (trustedProxies === 0)
    return warn("No proxy is trusted, so every visitor has the proxy's address.", "TRUST_PROXY=1");
  return pass("It passes the host on, and its forwarding headers are believed.");
}

async function ask({ settings, fetch }: CheckDeps, path: string): Promise<Response> {
  return fetch(`${settings.publicOrigin}${path}`, {
    signal: AbortSignal.timeout(answersWithinMs),
    redirect: "manual",
  });
}

/** Whether the mail server takes our name and password. */
export async function checkMail({ settings }: CheckDeps): Promise<Found> {
  const { smtpUrl } = settings.mail;
  if (smtpUrl === undefined)
    return warn(
      "No mail server: invitations and password links are shown, not sent.",
      "SMTP_URL=smtp://user:password@mail.example.com:587",
    );
  const problem = await checkMailServer(smtpUrl);
  return problem === null
    ? pass("The mail server takes us.")
    : fail(`The mail server refuses: ${problem}`, "SMTP_URL=smtp://user:password@mail.example.com:587");
}

/** Which private networks the server may be led to. */
export async function checkEgress({ settings: { egressAllow } }: CheckDeps): Promise<Found> {
  parseAllowedRanges(egressAllow);
  const wide = egressAllow.filter((range) => tooWide.test(range));
  if (wide.length > 0)
    return fail(
      `EGRESS_ALLOW opens ${wide.join(", ")}: anyone who adds a source can read this network through the server.`,
      "EGRESS_ALLOW=10.1.0.0/16",
    );
  if (egressAllow.length === 0) return pass("No private network can be reached.");
  return pass(`Private networks that can be reached: ${egressAllow.join(", ")}.`);
}
