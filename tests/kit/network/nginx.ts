import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as askHttp } from "node:http";
import { request as askHttps } from "node:https";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { localCertificate } from "./localCertificate.ts";

/** An nginx before one or two servers; each way through it sends a request as its client wrote it, the `Host` too. */
export interface TestNginx {
  /** By http, with nothing but `proxy_pass`. */
  bare(request: Request): Promise<Response>;
  /** By TLS, with the forwarding headers that guides to nginx set. */
  forwarding(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

// Debian has it where only the administrator's shell looks.
const env = { ...process.env, PATH: `${process.env["PATH"]}${delimiter}/usr/sbin` };

/** Why there is no nginx on this machine; null where there is one. */
export function explainNoNginx(): string | null {
  return spawnSync("nginx", ["-v"], { env }).error ? "no nginx: apt-get install nginx-light" : null;
}

/** Starts one in a folder of its own, on sockets in it, before the servers on these ports. */
export async function startNginx(ports: { bare: number; forwarding: number }): Promise<TestNginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const write = (name: string, text: string) => (writeFileSync(join(folder, name), text), join(folder, name));
  const file = write(
    "nginx.conf",
    `daemon off;
master_process off;
pid pid;
error_log stderr notice;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join("\n  ")}
  server {
    listen unix:${folder}/bare.sock;
    location / { proxy_pass http://127.0.0.1:${ports.bare}; }
  }
  server {
    listen unix:${folder}/forwarding.sock ssl;
    ssl_certificate ${write("cert.pem", localCertificate.cert)};
    ssl_certificate_key ${write("key.pem", localCertificate.key)};
    location / {
      proxy_pass http://127.0.0.1:${ports.forwarding};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Host $host;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`,
  );
  const child = spawn("nginx", ["-p", folder, "-c", file], { env, stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      // It says this once it listens.
      if (/getrlimit/.test(line)) resolve();
    });
    child.once("exit", () => reject(new Error(`nginx ended: ${lines.slice(-5).join(" | ")}`)));
  });
  return {
    bare: (request) => ask(askHttp, join(folder, "bare.sock"), request),
    forwarding: (request) => ask(askHttps, join(folder, "forwarding.sock"), request),
    async stop() {
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ask(send: typeof askHttps, socketPath: string, request: Request): Promise<Response> {
  const { method, url, signal } = request;
  const { host, hostname, pathname, search } = new URL(url);
  const headers = { host, ...Object.fromEntries(request.headers) };
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const asking = send({
      ...{ socketPath, method, path: pathname + search, headers, signal, agent: false },
      ...{ ca: localCertificate.cert, servername: hostname, checkServerIdentity: () => undefined },
    });
    asking.once("error", reject);
    asking.once("response", (answer) => {
      const said = answer.rawHeaders.flatMap((name, at, all): [string, string][] =>
        at % 2 ? [] : [[name, all[at + 1] ?? ""]],
      );
      const status = answer.statusCode ?? 0;
      resolve(new Response(Readable.toWeb(answer) as ReadableStream, { status, headers: said }));
    });
    asking.end(body);
  });
}
