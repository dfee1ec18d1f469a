import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { findPort } from "../kit/network/findPort.ts";
import { runDockerfile, startBuilt } from "./runDockerfile.ts";

it("the Dockerfile's steps make a server that runs as somebody, writes only /data, is healthy and ends when told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "container-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 600_000);
  chmodSync(folder, 0o755);
  const built = runDockerfile(folder);
  expect(built.user).not.toBe("root");
  const list = () =>
    execFileSync("find", [join(built.folder, built.workDir), "-newer", join(folder, "mark")], {
      encoding: "utf8",
    });
  execFileSync("touch", [join(folder, "mark")]);

  const env = { PORT: String(await findPort()), HOST: "127.0.0.1" };
  const child = startBuilt(built, built.command, env);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await new Promise<void>((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on("line", (line) => line.includes(" is ready") && resolve());
    child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  const [health] = await once(startBuilt(built, built.healthCheck, env), "exit");
  expect(health).toBe(0);
  const ask = (path: string) => fetch(`http://127.0.0.1:${env.PORT}${path}`);
  expect((await ask("/readyz")).status).toBe(200);
  expect((await ask("/widget.js")).headers.get("content-type")).toContain("javascript");
  expect(await (await ask("/")).text()).toContain("<html");

  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
  expect(list()).toBe("");
  expect(readdirSync(join(built.folder, "data"))).toContain("pilothouse.db");
  const packages = readdirSync(join(built.folder, built.workDir, "node_modules"));
  expect(packages).not.toContain("vitest");
  expect(packages).not.toContain("rollup");
}, 900_000);
