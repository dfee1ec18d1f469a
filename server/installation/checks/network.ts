import { checkMailServer } from "../../mail/checkMailServer.ts";
import { parseAllowedRanges } from "../../egress/ranges.ts";
import type { CheckDeps } from "../facts.ts";
import { fail, pass, warn } from "../verdict.ts";
import type { Found } from "../verdict.ts";

const answersWithinMs = 8000;
const loopback = new Set(["127.0.0.1", "::1", "localhost"]);
/** Cloud metadata networks, and everything. */
const tooWide = /^(0\.0\.0\.0\/0|::\/0|169\.254\.|fd00:ec2:)/;

/** Whether links in mails lead to this server. */
export async function checkPublicAddress(deps: CheckDeps): Promise<Found> {
  const { settings, version } = deps;
  const { publicOrigin, basePath, host, port } = settings;
  if (publicOrigin === null) {
    if (loopback.has(host))
      return pass(`Reachable from this machine only, at http://localhost:${port}${basePath}.`);
    return warn(
      "PUBLIC_URL is not set. Links in mails lead to the address where the set-up link was opened.",
      "PUBLIC_URL=https://agents.example.com",
    );
  }
  const { hostname, protocol } = new URL(publicOrigin);
  const address = publicOrigin + basePath;
  const answer = await ask(deps, "/version").catch(() => null);
  if (answer === null)
    return fail(
      `${address} does not answer from here. Point its name to the proxy, and the proxy to port ${port}.`,
      `curl -v ${address}/version`,
    );
  const said = (await answer.json().catch(() => null)) as { version?: unknown } | null; // compared below
  if (said?.version !== version)
    return warn(`${address} is answered by another server or another version.`, `curl ${address}/version`);
  if (protocol === "http:" && !loopback.has(hostname))
    return warn(
      "Without https, others can read passwords and cookies on the network.",
      "PUBLIC_URL=https://…",
    );
  return pass(`${address} leads to this server.`);
}

/** Whether the proxy passes on host and client address, and whether TRUST_PROXY matches. */
export async function checkProxy(deps: CheckDeps): Promise<Found> {
  const { settings, isForwardingIgnored } = deps;
  const { publicOrigin, trustedProxies } = settings;
  if (isForwardingIgnored?.())
    return warn(
      "Requests come with X-Forwarded-For, which is ignored. Behind a proxy, set TRUST_PROXY to the number of proxies.",
      "TRUST_PROXY=1",
    );
  if (publicOrigin === null || !publicOrigin.startsWith("https:"))
    return trustedProxies === 0 ? null : pass("TRUST_PROXY is set: forwarding headers are used.");
  const answer = await ask(deps, "/healthz").catch(() => null);
  if (answer === null) return null;
  // The server sends it only where the request reached PUBLIC_URL by https.
  if (!answer.headers.has("strict-transport-security"))
    return fail(
      "The proxy does not pass on the requested host and https.",
      "proxy_set_header Host $host;   # nginx",
      "proxy_set_header X-Forwarded-Proto $scheme;   # nginx",
    );
  if (trustedProxies === 0)
    return warn(
      "TRUST_PROXY is not set, so all visitors seem to come from the proxy's address. Set it to the number of proxies.",
      "TRUST_PROXY=1",
    );
  return pass("The proxy passes the host on, and its forwarding headers are used.");
}

async function ask({ settings, fetch }: CheckDeps, path: string): Promise<Response> {
  return fetch(`${settings.publicOrigin}${settings.basePath}${path}`, {
    signal: AbortSignal.timeout(answersWithinMs),
    redirect: "manual",
  });
}

/** Whether the mail server accepts the sign-in of SMTP_URL. */
export async function checkMail({ settings }: CheckDeps): Promise<Found> {
  const { smtpUrl } = settings.mail;
  if (smtpUrl === undefined)
    return warn(
      "No mail server is set. Invitations and password links are shown instead of sent.",
      "SMTP_URL=smtp://user:password@mail.example.com:587",
    );
  const problem = await checkMailServer(smtpUrl);
  return problem === null
    ? pass("The mail server accepts the sign-in.")
    : fail(
        `The mail server refuses the sign-in: ${problem}`,
        "SMTP_URL=smtp://user:password@mail.example.com:587",
      );
}

/** Which private networks the server may reach. */
export async function checkEgress({ settings: { egressAllow } }: CheckDeps): Promise<Found> {
  parseAllowedRanges(egressAllow);
  const wide = egressAllow.filter((range) => tooWide.test(range));
  if (wide.length > 0)
    return fail(
      `EGRESS_ALLOW opens ${wide.join(", ")}. Anyone who adds a source can read that network through the server.`,
      "EGRESS_ALLOW=10.1.0.0/16",
    );
  if (egressAllow.length === 0) return pass("The server reaches no private network.");
  return pass(`The server may reach these private networks: ${egressAllow.join(", ")}.`);
}
