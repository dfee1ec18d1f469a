import { describe, expect, it } from "vitest";
import { findForbidden } from "./forbidden.ts";

describe("what no source of the product does", () => {
  it.each([
    ["server/actions/a.ts", `await fetch(url);`, "uses the global fetch"],
    ["server/actions/a.ts", `const go = globalThis.fetch;`, "uses the global fetch"],
    ["server/actions/a.ts", `run({ fetch });`, "uses the global fetch"],
    ["server/actions/a.ts", `const f = ({ get = fetch }) => get(url);`, "uses the global fetch"],
    ["server/actions/a.ts", `globalThis["fetch"](url);`, "uses the global fetch"],
    ["server/actions/a.ts", `new WebSocket(url);`, "uses the global WebSocket"],
    ["server/actions/a.ts", `import { request } from "node:https";`, "imports node:https"],
    ["server/actions/a.ts", `const net = await import("net");`, "imports net"],
    ["server/actions/a.ts", `import { Agent } from "undici";`, "imports undici"],
    ["server/agents/a.ts", `import pg from "pg";`, "imports pg"],
    ["server/actions/a.ts", `import { exec } from "node:child_process";`, "runs no commands"],
    ["server/actions/a.ts", `eval(text);`, "uses eval"],
    ["shared/domain/a.ts", `const f = new Function("a", text);`, "uses Function"],
    ["server/agents/a.ts", `const port = process.env.PORT;`, "reads process.env"],
    ["server/agents/a.ts", `const port = process["env"].PORT;`, "reads process.env"],
    ["server/agents/a.ts", `const timer = setInterval(look, 1000);`, "uses setInterval"],
    ["server/agents/a.ts", `globalThis["setInterval"](look, 1000);`, "uses setInterval"],
    ["server/agents/a.ts", `const url = request.reachedOrigin + path;`, "reads reachedOrigin"],
    ["server/agents/a.ts", `const { reachedOrigin } = request;`, "reads reachedOrigin"],
    ["server/agents/a.ts", `headers.get("X-Forwarded-Host");`, "names the host"],
    [
      "server/agents/migrations.ts",
      `import { columns } from "../../shared/domain/a.ts";`,
      "a migration writes out what it creates",
    ],
    ["console/parts/a.tsx", `node.innerHTML = text;`, "uses innerHTML"],
    [
      "widget/chat/a.tsx",
      `const x = <p dangerouslySetInnerHTML={{ __html: text }} />;`,
      "uses dangerouslySetInnerHTML",
    ],
    ["embed/frame.ts", `node["outerHTML"] = text;`, "uses outerHTML"],
    ["embed/frame.ts", `frame.srcdoc = text;`, "uses srcdoc"],
    [
      "server/models/a.ts",
      `import { createOpenAI } from "@ai-sdk/openai"; createOpenAI({ apiKey });`,
      "calls createOpenAI without a fetch",
    ],
  ])("stops %s with %s", (path, text, words) => {
    expect(findForbidden(path, text).join("\n")).toContain(words);
  });

  it.each([
    ["server/egress/connect.ts", `import { request } from "node:https"; await fetch(url);`],
    ["server/http/listen.ts", `import { createServer } from "node:http";`],
    ["server/knowledge/crawl.ts", `export function crawl({ fetch }: Parts) { return fetch(url); }`],
    ["server/knowledge/crawl.ts", `type Parts = { fetch: typeof fetch }; const go = parts.fetch(url);`],
    [
      "server/models/a.ts",
      `import { createOpenAI } from "@ai-sdk/openai"; createOpenAI({ apiKey, fetch: guarded });`,
    ],
    ["server/agents/migrations.ts", `import type { A } from "../../shared/domain/a.ts";`],
    ["server/config.ts", `export const port = process.env.PORT;`],
    ["server/timing/scheduler.ts", `const timer = setInterval(look, 1000);`],
    ["console/parts/a.tsx", `await fetch("/api/x"); const isFunction = f instanceof Function;`],
    ["server/jobs/a.ts", `import type { Socket } from "node:net";`],
  ])("lets %s with %s pass", (path, text) => {
    expect(findForbidden(path, text)).toEqual([]);
  });
});
