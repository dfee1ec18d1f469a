import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as askHttps } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { vi } from "vitest";
import { WebSocket } from "ws";
import { findPort } from "../kit/network/findPort.ts";
import { localCertificate } from "../kit/network/localCertificate.ts";
import { root } from "../structure/files.ts";

/** A proxy that runs by its file of examples/deploy, on a port and in a folder of its own. */
export interface Proxy {
  /** Where programs of this machine reach it, with the certificate in `certificate`. */
  url: string;
  /** The path of the certificate that it shows. */
  certificate: string;
  ask(request: Request): Promise<Response>;
  /** Opens a WebSocket at this path, as a page of the public address does. */
  openSocket(path: string): WebSocket;
  stop(): Promise<void>;
}

/** What of a recipe is another on this machine: its port, its certificate and where the server listens. */
interface Place {
  folder: string;
  port: number;
  /** Where servers listen or will listen. */
  upstreams: readonly number[];
}

export interface Recipe {
  name: string;
  program: string;
  /** The Debian package. */
  install: string;
  file: string;
  /** The path below which it has the server; the root where it is left out. */
  basePath?: string;
  /** Writes what the program reads and gives the arguments that start it. */
  prepare(text: string, place: Place): string[];
}

const host = "agents.example.com";
// Debian has some where only the administrator's shell looks.
const env = { ...process.env, PATH: `${process.env["PATH"]}${delimiter}/usr/sbin` };

const trusted = { ca: localCertificate.cert, servername: host, checkServerIdentity: () => undefined };

const write = (folder: string, name: string, text: string) => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};

/** The recipes that can be run. */
export const recipes: Recipe[] = [
  {
    ...{ name: "nginx", program: "nginx", install: "nginx-light", file: "nginx.conf" },
    prepare: prepareNginx,
  },
  {
    ...{
      name: "nginx",
      program: "nginx",
      install: "nginx-light",
      file: "nginx-path.conf",
      basePath: "/helm",
    },
    prepare: prepareNginx,
  },
  {
    ...{ name: "Caddy", program: "caddy", install: "caddy", file: "Caddyfile" },
    prepare(text, { folder, port, upstreams }) {
      const addresses = upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(" ");
      const site = text
        .replace("{$SITE:https://agents.example.com}", `https://${host}:${port}`)
        .replace("{$UPSTREAMS:127.0.0.1:3000}", addresses)
        .replace(" {\n", ` {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`);
      const main = `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`;
      return ["run", "--adapter", "caddyfile", "--config", write(folder, "Caddyfile", main)];
    },
  },
  {
    ...{ name: "HAProxy", program: "haproxy", install: "haproxy", file: "haproxy.cfg" },
    prepare(text, { folder, port, upstreams }) {
      const main = text
        .replace(/^.* 127\.0\.0\.1:3000.*$/m, (line) => repeat(line, upstreams))
        .replace("bind :443", `bind 127.0.0.1:${port}`)
        .replaceAll(/\/etc\/ssl\S+\/(\w+\.pem)/g, `${folder}/$1`);
      return ["-db", "-f", write(folder, "haproxy.cfg", main)];
    },
  },
];

function prepareNginx(text: string, { folder, port, upstreams }: Place): string[] {
  const site = text
    .replace(/^.* 127\.0\.0\.1:3000.*$/m, (line) => repeat(line, upstreams))
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll(/\/etc\/ssl\S+\/(\w+\.pem)/g, `${folder}/$1`);
  const rooms = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = rooms.map((name) => `${name}_temp_path ${name};`).join("\n");
  const main = `daemon off; master_process off; pid pid; error_log stderr; events {}\nhttp { access_log off;\n${paths}\n${site}}`;
  return ["-p", folder, "-c", write(folder, "nginx.conf", main)];
}

/** A recipe's line that names a server, for each server. HAProxy wants a name of its own for each. */
function repeat(line: string, upstreams: readonly number[]): string {
  return upstreams
    .map((port, index) =>
      line.replace(
        /(\S+) 127\.0\.0\.1:3000/,
        (_, name: string) => `${nameOf(name, index)} 127.0.0.1:${port}`,
      ),
    )
    .join("\n");
}

const nameOf = (name: string, index: number) =>
  name === "server" || index === 0 ? name : `${name}${index + 1}`;

/**
 * Why a recipe can't be run on this machine; null where it can. With `OPERATIONS=required` it counts as runnable, so that its
 * tests fail instead of being skipped.
 */
export function explainMissing({ program, install }: Recipe): string | null {
  if (process.env["OPERATIONS"] === "required") return null;
  return spawnSync(program, ["-v"], { env }).error ? `not run: apt-get install ${install}` : null;
}

/** Starts a recipe before the servers on these ports. */
export async function startProxy(recipe: Recipe, ...upstreams: number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  const port = await findPort();
  write(folder, "fullchain.pem", localCertificate.cert);
  write(folder, "privkey.pem", localCertificate.key);
  write(folder, "all.pem", `${localCertificate.cert}\n${localCertificate.key}`);
  const text = readFileSync(join(root, "examples/deploy", recipe.file), "utf8");
  const { program } = recipe;
  const child = spawn(program, recipe.prepare(text, { folder, port, upstreams }), {
    env: { ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.once("error", ({ message }) => (said += `${message}. apt-get install ${recipe.install}`));
  await vi.waitUntil(() => hasEnded(child) || isListening(port), 20_000);
  if (hasEnded(child)) throw new Error(`${program} ended: ${said.slice(-1000)}`);
  return {
    url: `https://localhost:${port}`,
    certificate: join(folder, "fullchain.pem"),
    ask: (request) => ask(port, request),
    openSocket: (path) =>
      new WebSocket(`wss://127.0.0.1:${port}${path}`, {
        ...trusted,
        headers: { host },
        origin: `https://${host}`,
      }),
    async stop() {
      // Some wait for streams that are open.
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Also where it could not be started at all. */
function hasEnded({ pid, exitCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}

async function ask(port: number, request: Request): Promise<Response> {
  const { method, url, signal } = request;
  const { pathname, search } = new URL(url);
  const headers = { host, ...Object.fromEntries(request.headers) };
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const asking = askHttps({
      ...{ host: "127.0.0.1", port, method, path: pathname + search, headers, signal, agent: false },
      ...trusted,
    });
    asking.once("error", reject);
    asking.once("response", (answer) => {
      const said = answer.rawHeaders.flatMap((name, at, all): [string, string][] =>
        at % 2 ? [] : [[name, all[at + 1] ?? ""]],
      );
      const stream = Readable.toWeb(answer) as ReadableStream; // Node's own type of it
      resolve(new Response(stream, { status: answer.statusCode ?? 0, headers: said }));
    });
    asking.end(body);
  });
}
