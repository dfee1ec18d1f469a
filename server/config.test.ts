import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig, settings } from "./config.ts";

describe("the settings", () => {
  it("are all optional: the server starts on this machine alone, with its data beside it", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicOrigin: null,
      trustedProxies: 0,
      dataDir: "./data",
      databaseUrl: undefined,
      secretKey: undefined,
      egressAllow: [],
      firstOwner: null,
      logLevel: "info",
      warnings: [],
    });
  });

  it.each([
    ["PORT", "0", { port: 0 }],
    ["PUBLIC_URL", "https://Agents.example.com/", { publicOrigin: "https://agents.example.com" }],
    ["PUBLIC_URL", "", { publicOrigin: null }],
    ["TRUST_PROXY", "2", { trustedProxies: 2 }],
    ["TRUST_PROXY", "10.0.0.0/8, ::1", { trustedProxies: ["10.0.0.0/8", "::1"] }],
    ["EGRESS_ALLOW", "127.0.0.0/8,10.1.0.0/16", { egressAllow: ["127.0.0.0/8", "10.1.0.0/16"] }],
    [
      "OPENAI_BASE_URL",
      "http://localhost:11434/v1/",
      { models: { openaiBaseUrl: "http://localhost:11434/v1" } },
    ],
    ["LOG_LEVEL", "warn", { logLevel: "warn" }],
  ])("take %s = %j", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ["PORT", "http", "PORT must be a number from 0 to 65535."],
    ["PORT", "70000", "PORT must be a number"],
    ["PUBLIC_URL", "agents.example.com", "PUBLIC_URL must be an origin"],
    ["PUBLIC_URL", "https://example.com/agents", "without a path"],
    ["PUBLIC_URL", "javascript:alert(1)", "PUBLIC_URL must be an origin"],
    ["TRUST_PROXY", "yes", "TRUST_PROXY must be a number of proxies"],
    ["DATABASE_URL", "mysql://root:topsecret@localhost/x", "DATABASE_URL must be the address of a Postgres"],
    ["SECRET_KEY", "topsecret", "SECRET_KEY must have 32 characters at least"],
    ["EGRESS_ALLOW", "10.1.0.0/99", "EGRESS_ALLOW must be networks"],
    ["ADMIN_EMAIL", "me", "ADMIN_EMAIL must be an e-mail address."],
    ["ADMIN_PASSWORD", "short", "ADMIN_PASSWORD must have 8 to 200 characters."],
    ["ADMIN_PASSWORD", "topsecretword", "belong together"],
    ["ANTHROPIC_BASE_URL", "localhost:99", "ANTHROPIC_BASE_URL must be an address"],
    ["LOG_LEVEL", "verbose", "LOG_LEVEL must be error, warn or info."],
    [
      "SECRET_KEY_FILE",
      "/nowhere/key",
      "SECRET_KEY_FILE names a file that can't be read (ENOENT): /nowhere/key",
    ],
  ])("refuse %s = %j in words that don't repeat it", (name, value, words) => {
    const failed = describeFailure({ [name]: value });
    expect(failed).toContain(words);
    expect(failed).not.toContain("topsecret");
  });

  it("are refused with everything that is wrong at once", () => {
    const lines = describeFailure({ PORT: "x", LOG_LEVEL: "y", ADMIN_EMAIL: "z" }).split("\n");
    expect(lines).toHaveLength(5);
  });

  it("can each be given as a file, whose last line break doesn't count, but not twice", () => {
    const path = join(mkdtempSync(join(tmpdir(), "pilothouse-")), "secret");
    writeFileSync(path, `${"k".repeat(40)}\n`);
    expect(readConfig({ SECRET_KEY_FILE: path }).secretKey).toBe("k".repeat(40));
    const both = describeFailure({ SECRET_KEY_FILE: path, SECRET_KEY: "k".repeat(40) });
    expect(both).toContain("SECRET_KEY and SECRET_KEY_FILE are both set");
    writeFileSync(path, "\n");
    expect(describeFailure({ SECRET_KEY_FILE: path })).toContain("a file that is empty");
  });

  it.each([
    ["PROT", "PORT"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["OPEN_AI_API_KEY", "OPENAI_API_KEY"],
    ["URL_PUBLIC", "PUBLIC_URL"],
    ["SECRET_KEY_FIEL", "SECRET_KEY_FILE"],
  ])("warn of %s, which was meant to be %s", (given, meant) => {
    expect(readConfig({ [given]: "1" }).warnings).toEqual([
      `${given} is not a setting and is not read. Did you mean ${meant}?`,
    ]);
  });

  it.each(["HOME", "PATH", "NODE_ENV", "HOSTNAME", "SHELL", "LOGNAME", "PWD", "POSTGRES_PASSWORD", "TERM"])(
    "say nothing of %s, which others read",
    (name) => {
      expect(readConfig({ [name]: "1" }).warnings).toEqual([]);
    },
  );

  it("stand in the README as they are here", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const table = readme.slice(readme.indexOf("<!-- settings:")).match(/(^\|.*\n)+/m)?.[0] ?? "";
    const rows = table
      .trim()
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows.slice(2)).toEqual(
      list().map(([name, setting]) => [
        `\`${name}\``,
        setting.what,
        setting.default ? `\`${setting.default}\`` : "",
      ]),
    );
  });

  it("stand in .env.example as they are here", async () => {
    const blocks = list().map(([name, setting]) => `# ${setting.what}\n# ${name}=${setting.default ?? ""}\n`);
    const intro =
      "# Every setting, with what holds when it is not set. Each also as NAME_FILE, the path of a file.\n";
    await expect([intro, ...blocks].join("\n")).toMatchFileSnapshot("../.env.example");
  });
});

function list(): Array<[string, { what: string; default?: string }]> {
  return Object.entries(settings);
}

function describeFailure(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toMatchObject({ name: "CannotStart" });
    return error instanceof Error ? error.message : "";
  }
  throw new Error("it was taken");
}
