import { describe, expect, it } from "vitest";
import { judgeFile } from "./arrows.ts";

describe("the arrows", () => {
  const judge = (path: string, text: string) => judgeFile(path, text, () => true).join("\n");

  it.each([
    ["server/agents/a.ts", `import { x } from "../../console/main.tsx";`, "never import each other"],
    ["console/main.tsx", `import type { X } from "../server/main.ts";`, "never import each other"],
    ["console/main.tsx", `type X = import("../server/main.ts").X;`, "never import each other"],
    ["widget/chat/a.tsx", `export * from "../../embed/api.ts";`, "never import each other"],
    [
      "embed/loader.ts",
      `import { x } from "../shared/ui/x.tsx";`,
      "embed leans only on shared/{frame, domain, words}",
    ],
    ["embed/loader.ts", `import { h } from "preact";`, "without any package"],
    ["shared/domain/a.ts", `import type { Code } from "../errors/codes.ts";`, "leans on nothing of ours"],
    ["shared/domain/a.ts", `import * as v from "valibot";`, "without packages"],
    ["shared/errors/a.ts", `import { x } from "../domain/x.ts";`, "leans on nothing of ours"],
    ["shared/contract/a.ts", `import { x } from "../client/x.ts";`, "leans only on shared/{domain, errors}"],
    ["shared/ui/a.tsx", `import { x } from "../client/x.ts";`, "Move what is needed to shared/domain"],
    ["shared/frame/a.ts", `import { x } from "../../server/main.ts";`, "shared leans on no program"],
    ["shared/format/a.ts", `import { readFileSync } from "node:fs";`, "runs in browsers too"],
    ["server/http/a.ts", `import { x } from "../../shared/ui/x.tsx";`, "server leans only on shared/"],
    [
      "server/http/a.ts",
      `const x = await import("../../shared/client/x.ts");`,
      "server leans only on shared/",
    ],
    ["server/accounts/a.ts", `import { x } from "../billing/x.ts";`, "billing stands above accounts"],
    [
      "server/accounts/a.ts",
      `import type { X } from "../billing/x.ts";`,
      "let main hand accounts a function",
    ],
    ["server/accounts/a.test.ts", `import { x } from "../billing/x.ts";`, "billing stands above accounts"],
    [
      "server/knowledge/a.ts",
      `new Worker(new URL("../answering/w.ts", import.meta.url));`,
      "answering stands above",
    ],
    ["server/mail/a.ts", `import { x } from "../storage/x.ts";`, "storage stands beside mail"],
    ["server/database/a.ts", `import { x } from "../requests/x.ts";`, "requests stands beside database"],
    ["server/agents/a.ts", `import { x } from "../config.ts";`, "config stands above agents"],
    ["server/helpers/a.ts", `import { x } from "../requests/x.ts";`, "stands in no room of server"],
    ["server/agents/a.ts", `import { x } from "../utils/x.ts";`, "server has no room utils"],
    ["console/screens/agents/a.tsx", `import { X } from "../knowledge/X.tsx";`, "lives in console/parts"],
    ["console/shell/a.tsx", `import { routes } from "../routes.tsx";`, "routes stands beside shell"],
    ["console/shell/a.tsx", `import { X } from "../screens/agents/X.tsx";`, "handed the list of routes"],
    ["console/state/a.ts", `import { X } from "../parts/X.tsx";`, "parts stands above state"],
    ["widget/session/a.ts", `import { X } from "../chat/X.tsx";`, "chat stands above session"],
    ["widget/chat/a.tsx", `import { X } from "../voice/X.tsx";`, "loaded when asked for"],
    ["widget/session/a.ts", `import { x } from "../../shared/contract/index.ts";`, "the family's own file"],
    ["console/main.tsx", `import x from "../dist/manifest.ts";`, "never imported"],
    ["server/jobs/a.ts", `import { x } from "../../tests/kit/x.ts";`, "only tests lean on tests/kit"],
    ["server/jobs/a.ts", `const x = await import(name);`, "not a plain text"],
    ["server/jobs/a.ts", `const x = require("../http/x.ts");`, "http stands above jobs"],
    ["server/jobs/a.ts", `import React from "react";`, "the server draws nothing"],
  ])("stop %s with %s", (path, text, words) => {
    expect(judge(path, text)).toContain(words);
  });

  it.each([
    ["console/screens/agents/a.tsx", `import { X } from "./X.tsx"; import { y } from "../../state/y.ts";`],
    ["console/main.tsx", `import { routes } from "./routes.tsx"; import { Shell } from "./shell/Shell.tsx";`],
    ["server/main.ts", `import { readConfig } from "./config.ts"; import { x } from "./database/x.ts";`],
    [
      "server/answering/a.ts",
      `import { x } from "../knowledge/x.ts"; import { y } from "../../shared/domain/y.ts";`,
    ],
    ["server/answering/a.test.ts", `import { x } from "../../tests/kit/x.ts";`],
    [
      "widget/chat/a.tsx",
      `const x = () => import("../voice/X.tsx"); import type { V } from "../voice/types.ts";`,
    ],
    ["shared/client/a.ts", `import type { Call } from "../contract/call.ts"; import { x } from "./x.ts";`],
    ["shared/domain/a.ts", `const { hmac } = await import("@noble/hashes/hmac.js");`],
  ])("let %s with %s pass", (path, text) => {
    expect(judge(path, text)).toBe("");
  });

  it("names a file that an import does not find", () => {
    expect(judgeFile("server/jobs/a.ts", `import { x } from "../requests/x";`, () => false)[0]).toContain(
      "server/jobs/a.ts:1 imports server/requests/x, which is not there",
    );
  });
});
