import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../structure/files.ts";

/** The real server in a process of its own. */
export interface RunningServer {
  url: string;
  /** The set-up link, while nobody has an account. */
  setupUrl: string | null;
  /** What the set-up link carries. */
  setupToken: string;
  pid: number;
  dataDir: string;
  /** Every line of its log so far. */
  lines: string[];
  /** Sends a signal and resolves with the exit code when the process is gone; null where the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same folder and port. */
  restart(): Promise<RunningServer>;
}

export interface RunOptions {
  /** Beside PORT, DATA_DIR and HOST, which the kit sets. */
  env?: Record<string, string>;
  dataDir?: string;
  port?: number;
  /** What Node runs, with its flags before it; `npmStart` is what `npm start` runs. */
  script?: string;
  /** The folder of the project that it runs; ours where it is left out. */
  project?: string;
}

const scripts = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts as { start: string }; // our own

/** What `npm start` has Node run. */
export const npmStart = scripts.start.replace(/^node /, "");

const running = new Set<RunningServer>();
const folders = new Set<string>();

/** Ends every server that still runs and removes their folders. */
export async function endServers(): Promise<void> {
  for (const server of running) await server.end("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

/** Of this process's settings; what one server compiled, the next one need not. */
const inherited = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };

/** Starts `server/main.ts` on a free port and an empty folder, and resolves when it says that it is ready. */
export async function runServer(options: RunOptions = {}): Promise<RunningServer> {
  const { env = {}, port = 0, dataDir = makeFolder(), script = "server/main.ts", project = root } = options;
  const child = spawn(process.execPath, script.split(" "), {
    cwd: project,
    env: { ...inherited, ...env, HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const lines: string[] = [];
  const errors: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));

  const links = await new Promise<Pick<RunningServer, "url" | "setupUrl" | "setupToken">>(
    (resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        lines.push(line);
        const { message = "", open } = readLine(line);
        if (!/ is ready\b/.test(message)) return;
        const { origin, pathname, searchParams, href } = new URL(String(open));
        const setupToken = searchParams.get("setup");
        const url = origin + pathname.replace(/(\/auth\/login)?\/?$/, "");
        resolve({ url, setupUrl: setupToken && href, setupToken: setupToken ?? "" });
      });
      void gone.then((code) =>
        reject(new Error(`The server ended with ${code}: ${errors.join("")}${lines.join("\n")}`)),
      );
    },
  );

  const server: RunningServer = {
    ...links,
    pid: child.pid ?? 0,
    dataDir,
    lines,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      running.delete(server);
      return gone;
    },
    restart: () => runServer({ env, dataDir, script, project, port: Number(new URL(links.url).port) }),
  };
  running.add(server);
  return server;
}

function readLine(line: string): { message?: string; open?: unknown } {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-server-"));
  folders.add(folder);
  return folder;
}
