import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { Window } from "happy-dom";
import { createServer } from "vite";
import { normalizeDrawn, normalizeExpected, relativeBase } from "../kit/markdown/normalize.ts";

/*
 * npm run bench:markdown -- [FILE] [--failed]
 * How much of a list of Markdown examples is drawn as it should be. FILE is JSON like CommonMark's own list:
 * [{ markdown, html, example, section }]; without it the samples of this repository are taken. --failed shows what differs.
 */
const method = `How it is compared
- Each example is drawn by <Markdown> as elements, not streaming; what the elements serialise to is compared.
- Both sides are normalised: white space outside of code, order of attributes, entities, percent signs in addresses.
- Raw HTML is shown as text here, by design: a tag that the example passes through is compared as that text, and
  the block that holds it does not count.
- Left out as our own: heading levels (data-level counts), the frame around code (its caption counts as the language),
  the wrapper of tables, <p> in tight lists, and all attributes but href, src, alt, title, start, align, class and those
  of task boxes.
- Slots: images may load, and addresses that a chat refuses (relative ones, other schemes) are resolved below a base that
  the comparison takes off again. No citations, no buttons, no words.`;

interface Example {
  markdown: string;
  html: string;
  example: number;
  section: string;
}

await main(process.argv.slice(2));

async function main(words: string[]): Promise<void> {
  const file = words.find((word) => !word.startsWith("--")) ?? "tests/kit/markdown/samples.json";
  const examples = JSON.parse(readFileSync(file, "utf8")) as Example[]; // the caller says that it is one
  const { draw, close } = await loadRenderer();
  const sections = new Map<string, { passed: number; total: number; failed: number[] }>();
  for (const { markdown, html, example, section } of examples) {
    const drawn = normalizeDrawn(draw(markdown));
    const expected = normalizeExpected(html, markdown);
    const figures = sections.get(section) ?? { passed: 0, total: 0, failed: [] };
    sections.set(section, figures);
    figures.total += 1;
    if (drawn === expected) figures.passed += 1;
    else figures.failed.push(example);
    if (drawn !== expected && words.includes("--failed"))
      show({ example, section, markdown, expected, drawn });
  }
  await close();
  print([...sections].map(([section, figures]) => ({ section, ...figures })));
}

type Difference = Omit<Example, "html"> & { expected: string; drawn: string };

function show({ example, section, markdown, expected, drawn }: Difference): void {
  console.log(`--- ${example} ${section}\n${markdown}\n--- expected\n${expected}\n--- drawn\n${drawn}\n`);
}

function print(sections: { section: string; passed: number; total: number; failed: number[] }[]): void {
  console.log(`${method}\n`);
  const passed = sections.reduce((sum, one) => sum + one.passed, 0);
  const total = sections.reduce((sum, one) => sum + one.total, 0);
  for (const one of [...sections, { section: "All", passed, total, failed: [] }]) {
    const share = ((100 * one.passed) / one.total).toFixed(1).padStart(6);
    const numbers = `${String(one.passed).padStart(5)} of ${String(one.total).padStart(4)} ${share} %`;
    console.log(`${numbers}  ${one.section}${one.failed.length ? `  (not: ${one.failed.join(", ")})` : ""}`);
  }
  console.log(JSON.stringify({ passed, total, percent: (100 * passed) / total, sections }));
}

/** Draws by React into a document of happy-dom; Vite reads the sources, because Node reads no JSX. */
async function loadRenderer(): Promise<{ draw(markdown: string): string; close(): Promise<void> }> {
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  const vite = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const { createElement } = await import("react");
  const { createRoot } = await import("react-dom/client");
  const { flushSync } = await import("react-dom");
  const { Markdown } = (await vite.ssrLoadModule(
    "/shared/ui/markdown/Markdown.tsx",
  )) as typeof import("../../shared/ui/markdown/Markdown.tsx"); // Vite gives the module that was asked for
  const slots = {
    allowImage: () => true,
    resolveLink: (address: string) => relativeBase + encodeURIComponent(address),
  };
  return {
    draw(text) {
      const place = document.createElement("div");
      const root = createRoot(place);
      flushSync(() => root.render(createElement(Markdown, { text, slots })));
      const html = place.firstElementChild?.innerHTML ?? "";
      flushSync(() => root.unmount());
      return html;
    },
    async close() {
      await vite.close();
      await window.happyDOM.close();
    },
  };
}
