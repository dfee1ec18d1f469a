import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeSettings } from "./describeSettings.ts";
import { readConfig } from "./config.ts";
import { settings } from "./settings.ts";

describe("the settings", () => {
  it("are all optional: the server starts on this machine alone, with its data beside it", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicOrigin: null,
      trustedProxies: 0,
      role: "all",
      dataDir: "./data",
      databaseUrl: undefined,
      secretKey: undefined,
      egressAllow: [],
      dnsServers: [],
      crawlRate: 2,
      stopWithinMs: 9000,
      firstOwner: null,
      console: { captcha: false, meetingUrl: null, supportBotToken: null, tagManagerId: null },
      s3: null,
      logLevel: "info",
      warnings: [],
    });
  });

  it.each([
    ["PORT", "0", { port: 0 }],
    ["PUBLIC_URL", "https://Agents.example.com/", { publicOrigin: "https://agents.example.com" }],
    ["PUBLIC_URL", "", { publicOrigin: null }],
    ["BASE_PATH", "/helm/", { basePath: "/helm" }],
    ["BASE_PATH", "/tools/helm", { basePath: "/tools/helm" }],
    ["BASE_PATH", "/", { basePath: "" }],
    ["TRUST_PROXY", "2", { trustedProxies: 2 }],
    ["TRUST_PROXY", "10.0.0.0/8, ::1", { trustedProxies: ["10.0.0.0/8", "::1"] }],
    ["EGRESS_ALLOW", "127.0.0.0/8,10.1.0.0/16", { egressAllow: ["127.0.0.0/8", "10.1.0.0/16"] }],
    ["DNS_SERVERS", "127.0.0.1:5353, ::1", { dnsServers: ["127.0.0.1:5353", "::1"] }],
    ["CRAWL_RATE", "0.5", { crawlRate: 0.5 }],
    ["STOP_SECONDS", "60", { stopWithinMs: 60_000 }],
    [
      "OPENAI_BASE_URL",
      "http://localhost:11434/v1/",
      { models: { openaiBaseUrl: "http://localhost:11434/v1" } },
    ],
    ["CAPTCHA", "on", { console: { captcha: true } }],
    [
      "MEETING_URL",
      "https://meet.example.com/us?x=1",
      { console: { meetingUrl: "https://meet.example.com/us?x=1" } },
    ],
    ["DOCUMENTATION_URL", "", { console: { documentationUrl: "/api/docs" } }],
    ["DOCUMENTATION_URL", "/guide", { console: { documentationUrl: "/guide" } }],
    ["TAG_MANAGER_ID", "GTM-ABC1234", { console: { tagManagerId: "GTM-ABC1234" } }],
    ["OIDC_ISSUER", "https://login.example.com/realms/team", { social: null }],
    ["LOG_LEVEL", "warn", { logLevel: "warn" }],
  ])("take %s = %j", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it("believe a header about countries beside a proxy, whatever the size of its letters", () => {
    const set = { TRUST_PROXY: "1", COUNTRY_HEADER: "CF-IPCountry" };
    expect(readConfig(set).countryHeader).toBe("cf-ipcountry");
    expect(readConfig({}).countryHeader).toBeNull();
  });

  it("know Google by its client, and any other provider by its issuer", () => {
    const client = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "secret" };
    const google = { label: "Continue with Google", isGoogle: true };
    const oneTapUrl = "https://accounts.google.com/gsi/fedcm.json";
    expect(readConfig(client)).toMatchObject({
      social: { issuer: "https://accounts.google.com", clientId: "client", clientSecret: "secret" },
      console: { googleSignIn: { ...google, oneTapUrl } },
    });
    const off = readConfig({ ...client, OIDC_ONE_TAP_URL: "off" });
    expect(off.console.googleSignIn).toEqual({ ...google, oneTapUrl: null });
    const issuer = "https://login.example.com/realms/team";
    const other = readConfig({ ...client, OIDC_ISSUER: issuer });
    expect(other).toMatchObject({
      social: { issuer },
      console: { googleSignIn: { label: "Continue with login.example.com", oneTapUrl: null } },
    });
    const named = readConfig({ ...client, OIDC_ISSUER: issuer, OIDC_NAME: "Keycloak" });
    expect(named.console.googleSignIn?.label).toBe("Continue with Keycloak");
    expect(readConfig({}).console.googleSignIn).toBeNull();
  });

  it.each([
    ["PORT", "http", "PORT must be a number from 0 to 65535."],
    ["PORT", "70000", "PORT must be a number"],
    ["PUBLIC_URL", "agents.example.com", "PUBLIC_URL must be an origin"],
    ["PUBLIC_URL", "https://example.com/agents", "without a path. The path goes into BASE_PATH."],
    ["BASE_PATH", "helm", "BASE_PATH must be a path such as /helm"],
    ["BASE_PATH", "/a/../b", "BASE_PATH must be a path such as /helm"],
    ["BASE_PATH", "/api/helm", "BASE_PATH can't begin with /api, which is a path of this server itself."],
    ["PUBLIC_URL", "javascript:alert(1)", "PUBLIC_URL must be an origin"],
    ["TRUST_PROXY", "yes", "TRUST_PROXY must be a number of proxies"],
    ["COUNTRY_HEADER", "CF-IPCountry", "COUNTRY_HEADER needs TRUST_PROXY beside it"],
    ["COUNTRY_HEADER", "a: b", "COUNTRY_HEADER must be a header's name"],
    ["DATABASE_URL", "mysql://root:topsecret@localhost/x", "DATABASE_URL must be the address of a Postgres"],
    ["SECRET_KEY", "topsecret", "SECRET_KEY must have 32 characters at least"],
    ["OIDC_ISSUER", "login.example.com", "OIDC_ISSUER must be the provider's issuer"],
    ["OIDC_ONE_TAP_URL", "http://login.example.com/fedcm.json", "must be an address on https, or off"],
    ["OIDC_END_SESSION_URL", "javascript:alert(1)", "OIDC_END_SESSION_URL must be an address"],
    ["GOOGLE_CLIENT_SECRET", "topsecret", "GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID beside it."],
    ["EGRESS_ALLOW", "10.1.0.0/99", "EGRESS_ALLOW must be networks"],
    ["ADMIN_EMAIL", "me", "ADMIN_EMAIL must be an e-mail address."],
    ["ADMIN_PASSWORD", "short", "ADMIN_PASSWORD must have 8 to 200 characters."],
    ["ADMIN_PASSWORD", "topsecretword", "belong together"],
    ["S3_BUCKET", "files", "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY belong together"],
    ["S3_ENDPOINT", "files.example.com", "S3_ENDPOINT must be an address"],
    ["S3_PATH_STYLE", "no", "S3_PATH_STYLE must be on or off."],
    ["ANTHROPIC_BASE_URL", "localhost:99", "ANTHROPIC_BASE_URL must be an address"],
    ["CAPTCHA", "yes", "CAPTCHA must be on or off."],
    ["MEETING_URL", "javascript:alert(1)", "MEETING_URL must be an address"],
    ["SUPPORT_WIDGET_TOKEN", "<script>", "SUPPORT_WIDGET_TOKEN must be a widget's token"],
    ["SUPPORT_WIDGET_ORIGIN", "https://help.example.com/x", "SUPPORT_WIDGET_ORIGIN must be an origin"],
    ["DOCUMENTATION_URL", "//evil.example", "DOCUMENTATION_URL must be an address"],
    ["TAG_MANAGER_ID", "GTM-1'; script-src *", "TAG_MANAGER_ID must be the id of a container"],
    ["ROLE", "both", "ROLE must be all, web or worker."],
    ["REQUESTS_PER_MINUTE", "0", "REQUESTS_PER_MINUTE must be at least 1, or unlimited."],
    ["HEARING_COMMAND", "hear {file} | tee log", "HEARING_COMMAND must be a program and its arguments"],
    ["SPEAKING_COMMAND", "speak", "Set HEARING_COMMAND and SPEAKING_COMMAND, or neither."],
    ["ROLE", "worker", "ROLE worker needs DATABASE_URL: with SQLite one process does everything."],
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
      `${given} is not a setting. Did you mean ${meant}?`,
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

  it("are listed for operators without secrets, and with names that look like a slip", () => {
    const env = {
      BASE_PATH: "/helm",
      SECRET_KEY: "topsecret".repeat(4),
      SMTP_URL_FILE: "/run/smtp",
      PUBLIC_URI: "x",
    };
    const listed = describeSettings(env, readConfig({ PUBLIC_URI: "x" }).warnings);
    expect(listed).toMatch(/^BASE_PATH +\/helm$/m);
    expect(listed).toMatch(/^SECRET_KEY +set, not shown$/m);
    expect(listed).toMatch(/^SMTP_URL +from \/run\/smtp$/m);
    expect(listed).toContain("Did you mean PUBLIC_URL?");
    expect(listed).not.toContain("topsecret");
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
