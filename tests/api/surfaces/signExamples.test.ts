import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { signExamples } from "../../../console/screens/surfaces/signExamples.ts";
import { readJwt } from "../../../server/surfaces/jwt.ts";

const secret = "a secret of 32 letters, at least";
const env = { ...process.env, PILOTHOUSE_SECRET: secret };
const user = '{"id":"u-1","email":"ada@example.com","name":"Ada Löwe"}';
const code = (value: string) => signExamples.find((one) => one.value === value)?.code ?? "";

function runNode(): string {
  const program = `${code("node")}\nconsole.log(signVisitor(${user}))`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
}

function runPython(): string {
  const program = `${code("python")}\nprint(sign_visitor(json.loads('${user}')))`;
  return execFileSync("python3", ["-c", program], { env, encoding: "utf8" });
}

function runPhp(): string {
  const program = `${code("php")}\necho sign_visitor(json_decode('${user}', true));`;
  return execFileSync("php", ["-r", program], { env, encoding: "utf8" });
}

function runRuby(): string {
  const program = `${code("ruby")}\nputs sign_visitor(JSON.parse('${user}', symbolize_names: true))`;
  return execFileSync("ruby", ["-e", program], { env, encoding: "utf8" });
}

const isThere = (command: string) => spawnSync(command, ["--version"]).status === 0;
const runs = { node: runNode, python3: runPython, php: runPhp, ruby: runRuby };

describe("Deploy's examples for signing a visitor", () => {
  for (const [command, run] of Object.entries(runs)) {
    // A machine without the language can't try it; Node is always there.
    it.runIf(command === "node" || isThere(command))(`${command} signs a token that the server takes`, () => {
      expect(readJwt(run().trim(), { secrets: [secret], now: Date.now() })).toMatchObject({
        ...{ sub: "u-1", email: "ada@example.com", name: "Ada Löwe" },
      });
    });
  }
});
