import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { slackAppPath } from "../../../server/channels/kinds/slack/appPage.ts";
import { guides } from "../../../server/http/docs/guides.ts";
import { settings } from "../../../server/settings.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { root } from "../../structure/files.ts";

const [store] = stores();
if (!store) throw new Error("There is always one store.");

const read = (path: string) => readFileSync(join(root, path), "utf8");
const commands = guides.flatMap(({ id, steps }) =>
  steps.flatMap(({ text, code = "" }) => code.split("\n").map((line) => ({ id, line, text }))),
);

describe("the guides", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
  });
  const open = async (path: string) => {
    const answer = await server.request(path);
    return { status: answer.status, html: await answer.text(), headers: answer.headers };
  };

  it("have a page each, with at most five steps", async () => {
    expect(guides.length).toBeGreaterThanOrEqual(20);
    const { html } = await open("/api/docs/guides");
    for (const { id, title, steps } of guides) {
      expect(html).toContain(`href="guides/${id}"`);
      const page = await open(`/api/docs/guides/${id}`);
      expect(page.status, id).toBe(200);
      expect(page.html).toContain(`<h1>${title}</h1>`);
      // One screen.
      expect(steps.length, id).toBeLessThanOrEqual(5);
    }
    expect((await open("/api/docs/guides/nothing")).status).toBe(404);
  });

  it("run no script and load nothing from elsewhere", async () => {
    for (const path of ["/api/docs", "/api/docs/guides", "/api/docs/guides/backup", "/api/docs/search?q=x"]) {
      const { html, headers } = await open(path);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(html).not.toContain("<script");
      expect(html).not.toMatch(/ (src|href)="(https?:)?\/\//);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  it("have one main part with all of their content, and a link that skips to it", async () => {
    for (const path of [
      "/api/docs",
      "/api/docs/guides/backup",
      "/api/docs/search?q=x",
      "/api/docs/guides/no",
    ]) {
      const { html } = await open(path);
      expect(html).toMatch(/<body>\s*<a class="skip" href="#main">/);
      const [, main = ""] = /<main id="main" tabindex="-1">(.*)<\/main>\s*<\/body>/s.exec(html) ?? [];
      expect(main).toMatch(/^<h1>/);
      expect(html.replace(main, "")).toMatch(/<header.*<nav aria-label.*<form role="search"/s);
    }
  });

  it("are found by their words, and so are calls", async () => {
    const find = async (query: string) =>
      (await open(`/api/docs/search?q=${encodeURIComponent(query)}`)).html;
    const first = (html: string) => /<li><a href="([^"]+)"/.exec(html)?.[1];
    expect(first(await find("backup"))).toBe("../docs/guides/backup");
    expect(first(await find("move postgres"))).toBe("../docs/guides/postgres");
    expect(await find("BASE_PATH")).toContain("docs/guides/below-a-path");
    expect(await find("webhooks")).toContain("docs#");
    expect(await find("<b>zzz")).toContain("Nothing found for “&#60;b&#62;zzz”");
    expect(await find("")).toContain("Type a word");
  });

  it("name only existing settings, scripts and commands", () => {
    const scripts = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts;
    const known = spawnSync(process.execPath, ["server/cli.ts", "help"], { cwd: root, encoding: "utf8" });
    const usages = (known.stdout + known.stderr).split("\n").map((row) => row.trim());
    for (const { id, line } of commands) {
      for (const [, name = ""] of line.matchAll(/(?:^| )([A-Z][A-Z0-9_]+)=/g))
        expect(Object.keys(settings), `${id}: ${name}`).toContain(name);
      for (const [, script = ""] of line.matchAll(/npm (?:run )?(start|test|[a-z:]+)(?: |$)/g))
        if (!["ci", "run"].includes(script)) expect(Object.keys(scripts), id).toContain(script);
      const [, command, rest = ""] = /npm run cli -- ([a-z-]+)(.*)/.exec(line) ?? [];
      if (!command) continue;
      const usage = usages.find((row) => row.startsWith(`${command} `)) ?? "";
      expect(usage, `${id}: ${command}`).not.toBe("");
      for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(usage, `${id}: ${line}`).toContain(flag);
    }
  });

  it("name only files of this product", () => {
    const texts = commands.flatMap(({ line, text }) => [line, text]).join("\n");
    const files = [...texts.matchAll(/\bexamples\/[\w./-]*\w/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThan(5);
    for (const path of files) expect(existsSync(join(root, path)), path).toBe(true);
  });

  it("link to recipes for containers, Kubernetes and systemd that set only existing settings", () => {
    const ofOthers = /^(NODE_ENV|SITE|UPSTREAMS|POSTGRES_\w+)$/;
    const files = ["compose.yaml", "compose.caddy.yaml", "compose.postgres.yaml", "kubernetes.yaml"];
    for (const file of [...files, "pilothouse.service"]) {
      const named = [
        ...read(`examples/deploy/${file}`).matchAll(
          /(?:\{ name: |^ {4,6}|, |Environment=|--from-literal=| )([A-Z][A-Z0-9]+_[A-Z0-9_]+)(?:,|:(?= )|=)/gm,
        ),
      ].map(([, name = ""]) => name);
      expect(named.length, file).toBeGreaterThan(0);
      expect(
        named.filter((name) => !(name in settings) && !ofOthers.test(name)),
        file,
      ).toEqual([]);
    }
  });

  it("name only existing calls", () => {
    const paths = server.app.routes.map(({ call }) => `/api/${call.family}${call.path}`);
    const known = [...paths, slackAppPath, "/readyz", "/metrics", "/widget.js", "/client.mjs"].map(
      (path) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    );
    const named = commands.flatMap(({ line }) =>
      [...line.matchAll(/https?:\/\/(?:localhost:3000|agents\.example\.com)(\/[\w./-]+)/g)].map(
        ([, path = ""]) => path,
      ),
    );
    expect(named.length).toBeGreaterThan(4);
    for (const path of named)
      expect(
        known.some((one) => one.test(path)),
        path,
      ).toBe(true);
  });
});
