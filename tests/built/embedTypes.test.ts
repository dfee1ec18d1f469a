import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, distFolder } from "../../server/build.ts";
import { root } from "../structure/files.ts";

const folder = mkdtempSync(join(tmpdir(), "types-"));

beforeAll(() => {
  buildIfMissing();
  cpSync(join(distFolder, "embed/widget.d.mts"), join(folder, "widget.d.mts"));
  cpSync(join(distFolder, "embed/widget.mjs"), join(folder, "widget.mjs"));
  for (const name of ["widget-react.mjs", "widget-react.d.mts"])
    cpSync(join(distFolder, "embed", name), join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  symlinkSync(root, join(folder, "project"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What TypeScript says of this program, which lies beside the module. */
function check(text: string): string[] {
  const path = join(folder, "page.mts");
  writeFileSync(path, text);
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    preserveSymlinks: true,
    types: [],
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file?.fileName.startsWith(folder) && !file.fileName.includes("/project/"))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("the types served with the module", () => {
  it("match the types of the sources in both directions", () => {
    const said = check(`
      import type * as Served from "./widget.mjs";
      import type * as Real from "./project/embed/types.ts";
      import type { createWidget as real } from "./project/embed/module.ts";
      declare let served: [Served.Widget, Served.WidgetOptions, Served.EventName, typeof Served.createWidget];
      declare let own: [Real.Widget, Real.WidgetOptions, Real.EventName, typeof real];
      served = own;
      own = served;
    `);
    expect(said).toEqual([]);
  });

  it("accept a correct page and report the mistakes of a wrong one", () => {
    const page = (line: string) => `
      import { createWidget } from "./widget.mjs";
      const widget = await createWidget({ token: "t", mode: "drawer", hideOn: [/checkout/], theme: { primary: "#aa3300" } });
      widget?.on("message:received", ({ text }) => text.toUpperCase());
      document.querySelector("pilothouse-chat")?.widget?.open();
      ${line}
    `;
    expect(check(page(""))).toEqual([]);
    expect(check(page(`widget?.on("message:recieved", () => {});`))).toHaveLength(1);
    expect(check(page(`widget?.beginCall();`))).toHaveLength(1);
  });

  it("include React's component and hook", () => {
    const screen = (line: string) => `
      import { createElement } from "react";
      import { Pilothouse, usePilothouse } from "./widget-react.mjs";
      export function Chat() {
        const { widget, state } = usePilothouse();
        void widget?.open();
        state.unread.toFixed();
        ${line}
      }
    `;
    const draw = (props: string) =>
      screen(`return createElement(Pilothouse, { host: "https://chat.example", token: "t", ${props} });`);
    expect(check(draw(`mode: "drawer", onMessageReceived: ({ text }) => text.toUpperCase()`))).toEqual([]);
    expect(check(draw(`onConversationStart: ({ id }) => id, onTokenExpired: async () => "jwt"`))).toEqual([]);
    expect(check(draw(`onMessageRecieved: () => {}`))).toHaveLength(1);
    expect(check(screen("widget.open();"))).toHaveLength(1);
  });
});
