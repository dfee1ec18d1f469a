import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildCurlRequest } from "../../shared/domain/buildCurlRequest.ts";
import type { BuiltRequest } from "../../shared/domain/buildCurlRequest.ts";
import { readCurl } from "../../shared/domain/curl.ts";

/*
 * npm run bench:curl -- FOLDER
 * Reads every command of FOLDER/commands and compares the request with the first one that curl sent, as
 * FOLDER/observed/NAME.json has it. A command without that is read only. The last line is the result as JSON.
 */
const method = `How it is compared
- Method, target, body and all headers have to be equal; headers in any order, form boundaries by place.
- Left out is what the connection sets: Host of the address, Content-Length, curl's own Accept, User-Agent, Accept-Encoding,
  Expect, and the offer of HTTP/2. A header that the command names counts.
- Where curl refused the command and sent nothing, a refusal is equal.
- "different, said" means that a warning says it. "different, silent" must not happen.
`;

const enoughPercent = 95;
const boundary = "-boundary-";

interface Observed {
  command: string;
  requests: { method: string; target: string; headers: [string, string][]; body: string }[];
}

type Verdict = "equal" | "refused" | "different, said" | "different, SILENT" | "read";

main(process.argv[2] ?? "");

function main(folder: string): void {
  if (!folder) {
    console.error("Say which folder to read.");
    process.exitCode = 2;
    return;
  }
  console.log(method);
  const names = readdirSync(join(folder, "commands")).sort();
  const rows = names.map((file) => {
    const name = file.replace(/\.[^.]*$/, "");
    const observedPath = join(folder, "observed", `${name}.json`);
    const observed = existsSync(observedPath)
      ? (JSON.parse(readFileSync(observedPath, "utf8")) as Observed) // the folder's layout says so
      : null;
    return {
      name,
      isCompared: observed !== null,
      ...judge(readFileSync(join(folder, "commands", file), "utf8"), observed),
    };
  });
  for (const { name, verdict, words } of rows)
    console.log(`${verdict.padEnd(18)} ${name}${words ? `  ${words}` : ""}`);
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const silent = count("different, SILENT");
  const compared = rows.filter(({ isCompared }) => isCompared).length;
  const percent = compared > 0 ? (100 * count("equal")) / compared : 100;
  console.log(`${count("equal")} of ${compared} equal (${percent.toFixed(1)} %), ${silent} wrong silently`);
  console.log(
    JSON.stringify({
      commands: rows.length,
      compared,
      equal: count("equal"),
      percent,
      refused: count("refused"),
      said: count("different, said"),
      silent,
    }),
  );
  if (percent < enoughPercent || silent > 0) process.exitCode = 1;
}

function judge(command: string, observed: Observed | null): { verdict: Verdict; words: string } {
  const read = readCurl(command);
  const [sent] = observed?.requests ?? [];
  if ("problem" in read) return { verdict: observed && !sent ? "equal" : "refused", words: read.problem };
  const warnings = read.warnings.join(" ");
  if (!observed) return { verdict: "read", words: warnings };
  if (!sent)
    return {
      verdict: warnings ? "different, said" : "different, SILENT",
      words: `curl sent nothing. ${warnings}`,
    };
  const ours = describe(buildCurlRequest(read.request, boundary));
  const theirs = describeObserved(sent, command);
  if (ours === theirs) return { verdict: "equal", words: warnings };
  return {
    verdict: warnings ? "different, said" : "different, SILENT",
    words: `${warnings}\n  ours   ${ours.slice(0, 600)}\n  curl's ${theirs.slice(0, 600)}`,
  };
}

function describe({ method, url, headers, body }: BuiltRequest): string {
  const [, authority = "", target = ""] = /^[a-z]+:\/\/([^/]*)(.*)$/s.exec(url) ?? [];
  const hasHost = headers.some(([name]) => name.toLowerCase() === "host");
  return JSON.stringify([
    method,
    target,
    sortHeaders(hasHost ? headers : [["Host", authority], ...headers]),
    new TextDecoder().decode(body ?? new Uint8Array()),
  ]);
}

function describeObserved(sent: Observed["requests"][number], command: string): string {
  const named = (name: string) => new RegExp(`${name}\\s*:`, "i").test(command);
  const isOwn = ([name, value]: [string, string]) =>
    /^content-length$/i.test(name) ||
    (/^user-agent$/i.test(name) && /^curl\/[\d.]+$/.test(value)) ||
    (/^accept$/i.test(name) && value === "*/*" && !named("accept")) ||
    (/^accept-encoding$/i.test(name) && !named("accept-encoding")) ||
    (/^(?:expect|http2-settings)$/i.test(name) && !named(name)) ||
    (/^connection$/i.test(name) && /HTTP2-Settings/.test(value)) ||
    (/^upgrade$/i.test(name) && value === "h2c");
  const type = sent.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const theirs = /boundary=(-{24}[\da-zA-Z]{16,})$/.exec(type)?.[1];
  // The recorder read bytes as Latin-1.
  const decode = (text: string) => {
    const decoded = Buffer.from(text, "latin1").toString();
    return /[^\0-\xff]/.test(text) || decoded.includes("\ufffd") ? text : decoded;
  };
  const rename = (text: string) => (theirs ? text.replaceAll(theirs, boundary) : text);
  const headers = sent.headers.filter((header) => !isOwn(header));
  return JSON.stringify([
    sent.method,
    sent.target,
    sortHeaders(headers.map(([name, value]) => [name, decode(rename(value))])),
    rename(sent.body),
  ]);
}

function sortHeaders(headers: [string, string][]): [string, string][] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}
