import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import alias from "@rollup/plugin-alias";
import commonjs from "@rollup/plugin-commonjs";
import resolve from "@rollup/plugin-node-resolve";
import replace from "@rollup/plugin-replace";
import terser from "@rollup/plugin-terser";
import typescript from "@rollup/plugin-typescript";
import { holdBudgets } from "./rollup.budgets.ts";
import { startClientTypes } from "./rollup.client.ts";
import { drawIcons } from "./rollup.icons.ts";
import { createJoin } from "./rollup.join.ts";
import { joinParts } from "./rollup.parts.ts";
import { writeReactTypes, writeTypes } from "./rollup.types.ts";
import { hashSources } from "./server/build.ts";

const isWatching = Boolean(process.env.ROLLUP_WATCH);

/**
 * The part of a name that changes with the content; while watching a name stays as it is. Each letter counts: all names
 * stand in the first script, and nothing packs them.
 */
const stamp = (before) => (isWatching ? "" : `${before}[hash:7]`);

/**
 * Everything that is built. `entries` are tiny files that say what ships; `url` is where the server offers the
 * folder. A program whose entry is not there is left out. BUILD=widget,embed builds some of them. `isOurs`: no package
 * is in it, so the minifier may take liberties that our own code never notices. `hasNoSchemas`: see dropSchemas. `join`:
 * which modules travel in one file, see rollup.parts.ts. `joinsSmall`: small files that are loaded together are one, see
 * rollup.join.ts.
 */
const programs = [
  {
    name: "console",
    url: "/assets/console/",
    target: "ES2022",
    hasNoSchemas: true,
    joinsSmall: true,
    entries: { console: "console/main.tsx" },
    // Each screen names the files that it needs: what they are called besides stands in the manifest.
    names: { entryFileNames: `[name]${stamp("-")}.js`, chunkFileNames: `${stamp("") || "[name]"}.js` },
  },
  {
    // By itself, under a name that stays: browsers ask for a service worker by its address.
    name: "console-worker",
    dir: "worker",
    folder: "console/worker",
    url: "/inbox/",
    target: "ES2022",
    isOurs: true,
    entries: { worker: "console/worker/worker.ts" },
    names: { entryFileNames: "worker.js" },
  },
  {
    name: "widget",
    url: "/assets/widget/",
    target: "ES2022",
    isPreact: true,
    hasNoSchemas: true,
    entries: { frame: "widget/entries/frame.tsx" },
    join: joinParts(
      {
        // Right after the first picture, in every chat that is opened.
        rest: ["widget/session/talk.ts", "widget/chat/afterFirst.ts"],
        // With the first message.
        answers: ["widget/chat/answers.ts", "widget/session/conversation.ts", "widget/session/rating.ts"],
        files: ["widget/chat/Drafts.tsx", "widget/session/drafts.ts"],
        history: ["widget/chat/historyParts.ts", "widget/session/history.ts"],
        // With the first thing that the agent wants to do.
        cards: ["widget/chat/ActionCards.tsx", "widget/session/actionCards.ts"],
        ended: ["widget/chat/EndedCard.tsx", "widget/session/threadRating.ts"],
        consent: ["widget/chat/ConsentCard.tsx", "widget/session/consent.ts"],
        asks: ["widget/session/asks.ts", "widget/session/transcript.ts"],
      },
      // Schemas name what a form may ask for and when a team is there, and no schema goes to a browser.
      {
        answers: [
          ...["shared/domain/openingHours.ts", "shared/domain/zoneTime.ts", "shared/domain/citations.ts"],
          "shared/domain/attachments.ts",
        ],
        cards: ["shared/domain/forms.ts", "shared/domain/phone.ts"],
      },
    ),
    names: { entryFileNames: `[name]${stamp("-")}.js`, chunkFileNames: `[name]${stamp("-")}.js` },
  },
  {
    name: "embed",
    url: "/",
    target: "ES2022",
    isOurs: true,
    entries: { core: "embed/core.ts" },
    names: {
      entryFileNames: `widget-[name]${stamp(".")}.mjs`,
      chunkFileNames: `widget-[name]${stamp(".")}.mjs`,
    },
  },
  {
    // By itself, and after embed: what it has in common with the core is no file more to ask for.
    name: "embed-module",
    dir: "embed",
    url: "/",
    target: "ES2022",
    isOurs: true,
    entries: { module: "embed/module.ts" },
    names: { entryFileNames: "widget.mjs" },
  },
  {
    // For people's own projects, with React of theirs: they read it, so it stays as it was written.
    name: "embed-react",
    dir: "embed",
    url: "/",
    target: "ES2020",
    isRead: true,
    external: ["react"],
    entries: { react: "embed/react.ts" },
    names: { entryFileNames: "widget-react.mjs" },
  },
  {
    // After embed: the loader is a classic script and is told the name of the core that embed built.
    name: "embed-loader",
    dir: "embed",
    url: "/",
    target: "ES2022",
    format: "iife",
    isOurs: true,
    entries: { loader: "embed/loader.ts" },
    names: { entryFileNames: "widget.js" },
  },
  {
    // For people's own programs, as a file or as the package @pilothouse/client.
    name: "client",
    url: "/",
    target: "ES2022",
    isRead: true,
    hasNoSchemas: true,
    entries: { client: "client/client.ts" },
    names: { entryFileNames: "client.mjs" },
  },
];

/** React's names answered by Preact; the use-sync shim has to come first. */
const preactAliases = [
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "preact/compat" },
  { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
  { find: "react-dom/client", replacement: "preact/compat/client" },
  { find: "react-dom", replacement: "preact/compat" },
  { find: "react", replacement: "preact/compat" },
];

/** React has had this hook itself since 18: what wouter brings for earlier ones is not sent. */
const reactAliases = [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }];

/** What people paste or import keeps its name. */
const fixedNames = [
  "worker.js",
  "widget.js",
  "widget.mjs",
  "widget.d.mts",
  "widget-react.mjs",
  "widget-react.d.mts",
  "client.mjs",
  "client.d.mts",
];
const wanted = process.env.BUILD?.split(",");
const dist = "dist";
const manifestPath = join(dist, "manifest.json");
const manifest = { source: hashSources(), entries: {}, files: {} };
const present = programs
  .filter(({ name }) => !wanted || name.split("-").some((part) => wanted.includes(part)))
  .map((program) => ({ ...program, entries: keepExisting(program.entries) }))
  .filter(({ entries }) => Object.keys(entries).length > 0);

const clientTypes = present.some(({ name }) => name === "client") ? startClientTypes() : null;

export default present.map((program) => {
  const dir = join(dist, program.dir ?? program.name);
  const isLast = program === present.at(-1);
  const output = {
    dir,
    format: program.format ?? "es",
    ...program.names,
    ...(program.join && { manualChunks: program.join, onlyExplicitManualChunks: true }),
    // Frameworks that render on servers leave the effects to the browser.
    banner: program.external ? '"use client";' : "",
    // Inside the function that wraps a classic script: the only moment when it can learn its own address.
    intro: program.format === "iife" ? "var ownTag=document.currentScript;" : "",
    // The loader's few bytes: what TypeScript has checked needs no other mode.
    strict: program.format !== "iife",
    plugins: [
      isWatching || program.isRead
        ? null
        : terser({
            module: program.format !== "iife",
            ecma: 2020,
            // In the loader, what is called once and stays a function of its own is sent in fewer bytes than what is written
            // into its call; in the widget, what is declared once a function.
            compress: {
              passes: 4,
              unsafe_methods: program.isOurs,
              unsafe_arrows: program.isOurs,
              reduce_funcs: program.format !== "iife",
              hoist_vars: program.isPreact,
            },
            format: { comments: false },
          }),
      listFiles(program),
    ],
  };
  return {
    input: program.entries,
    external: program.external ?? [],
    // What parts share with an entry stays in the entry: no file more for visitors.
    preserveEntrySignatures: program.isOurs ? "allow-extension" : "exports-only",
    output: program.joinsSmall && !isWatching ? joinSmall(output) : output,
    onwarn: (warning, warn) => {
      if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
    },
    plugins: [
      program.dir && loadByAddress(program.format),
      alias({ entries: program.isPreact ? preactAliases : reactAliases }),
      replace({
        preventAssignment: true,
        values: {
          "process.env.NODE_ENV": '"production"',
          // The exact words of valtio: anything shorter leaves an `undefined.MODE` behind.
          "import.meta.env ? import.meta.env.MODE : void 0": '"production"',
        },
        delimiters: ["", ""],
      }),
      program.name === "console" && keepCanvasApart(),
      resolve({
        browser: true,
        extensions: [".mjs", ".js", ".ts", ".tsx"],
        dedupe: ["react", "react-dom", "preact"],
      }),
      commonjs(),
      shortenStyles(),
      drawIcons(),
      program.hasNoSchemas && dropSchemas(),
      program.name === "console" && computePlaces(),
      keepAddresses(),
      typescript({
        tsconfig: `${program.folder ?? program.name.split("-")[0]}/tsconfig.json`,
        noEmit: false,
        noCheck: true,
        rootDir: import.meta.dirname,
        filterRoot: import.meta.dirname,
        outDir: dir,
        sourceMap: false,
        target: program.target,
        allowImportingTsExtensions: false,
        rewriteRelativeImportExtensions: true,
        paths: {},
      }),
      (isLast || isWatching) && finish(),
    ],
  };
});

/** Gives two outputs: one that is only looked at, and one with small files joined by what was seen. */
function joinSmall(output) {
  const { look, wait, chooseFile } = createJoin(
    (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length,
  );
  return [
    { ...output, entryFileNames: "[name]", chunkFileNames: "[name]", plugins: [look] },
    {
      ...output,
      manualChunks: chooseFile,
      onlyExplicitManualChunks: true,
      plugins: [wait, ...output.plugins],
    },
  ];
}

function keepExisting(entries) {
  return Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path)));
}

/**
 * Turns `import("./core.ts")` and `import("./module.ts")` into imports of what was built of them before. For the classic
 * script beside its own address: without the crossorigin attribute it has no base for a relative one.
 */
function loadByAddress(format) {
  return {
    name: "load-by-address",
    resolveDynamicImport(specifier) {
      const name = typeof specifier === "string" && /\/(core|module)\.[jt]s$/.exec(specifier)?.[1];
      if (!name) return null;
      const entry = manifest.entries[name];
      if (!entry) this.error(`the loader imports embed/${name}.ts, which was not built before it`);
      return { id: `./${entry.file.slice(1)}`, external: "relative" };
    },
    renderDynamicImport: () =>
      format === "iife" ? { left: "import(new URL(", right: ",ownTag.src))" } : null,
    // An address beside another needs no `./`.
    renderChunk: (code) =>
      format === "iife" ? { code: code.replace(/(new URL\(['"])\.\//g, "$1"), map: null } : null,
  };
}

/**
 * Takes out of each call of the contract what only the server asks of it: nobody checks in a browser what is sent or
 * comes, so neither the schemas nor the library behind them go there. A schema that a screen imports by its name stays,
 * and loads with that screen: each other is made in a function of its own, which says that nobody misses it. It runs on
 * what TypeScript left.
 */
function dropSchemas() {
  const isDropped = new Set([
    "query",
    "body",
    "answer",
    "summary",
    "limit",
    "audit",
    "auditIn",
    "auditUnless",
    "forKeys",
  ]);
  return {
    name: "drop-schemas",
    transform: {
      order: "post",
      handler(code, id) {
        if (!/\/shared\/contract\/[\w/]+\.ts$/.test(id)) return null;
        const cuts = [];
        for (const statement of this.parse(code).body) {
          const { declarations = [] } = statement.declaration ?? statement;
          for (const { init } of declarations) {
            if (init?.type !== "CallExpression" || init.callee.name !== "call") {
              const isPlain = !init || init.type === "Literal" || init.type === "ArrowFunctionExpression";
              if (!isPlain)
                cuts.push([init.start, init.start, "/*#__PURE__*/ (() => ("], [init.end, init.end, "))()"]);
              continue;
            }
            const [described] = init.arguments;
            const kept = described.properties.filter(
              ({ key, value }) =>
                // What is spread in has no key.
                !key || (!isDropped.has(key.name) && (key.name !== "who" || value.value === "anyone")),
            );
            const texts = kept.map(({ key, start, end }) =>
              key?.name === "events" ? "events: true" : code.slice(start, end),
            );
            cuts.push([described.start, described.end, `{ ${texts.join(", ")} }`]);
          }
        }
        const cut = (text, [start, end, put]) => text.slice(0, start) + put + text.slice(end);
        return { code: cuts.sort(([one], [other]) => other - one).reduce(cut, code), map: null };
      },
    },
  };
}

/**
 * Leaves `import(address)` as it is written where the address is known at run time only: TypeScript asks a helper for an
 * ending of ours there, which is neither wanted nor in the bundle. It runs on what TypeScript left.
 */
function keepAddresses() {
  const helper = "__rewriteRelativeImportExtension";
  return {
    name: "keep-addresses",
    transform: {
      order: "post",
      handler(code, id) {
        if (id.includes("node_modules") || !code.includes(`import(${helper}(`)) return null;
        return { code: code.replaceAll(`import(${helper}(`, "import(("), map: null };
      },
    },
  };
}

/**
 * Computes lists of countries and states while building, so that only the outcome goes to the browser and not the whole
 * package that it comes from; see console/state/accounts/places. It runs on what TypeScript left.
 */
function computePlaces() {
  return {
    name: "compute-places",
    transform: {
      order: "post",
      async handler(_, id) {
        if (!/\/console\/state\/accounts\/places\/(codes|\wTo\w)\.ts$/.test(id)) return null;
        const { default: value } = await import(pathToFileURL(id).href);
        return { code: `export default ${JSON.stringify(value)};`, map: null };
      },
    },
  };
}

/**
 * Takes comments, line breaks, indentation and needless spaces out of css templates, as TypeScript prints them; goober reads
 * them the same. Those after the commas of selectors stay: goober needs them. Whole sheets, which the embed has, lose
 * every space, quote and zero that means nothing.
 */
function shortenStyles() {
  return {
    name: "shorten-styles",
    transform(code, id) {
      if (id.includes("node_modules") || !/\.tsx?$/.test(id)) return null;
      const sheet = /\b\w+Style = `[^`]*`/;
      const tighten = (text) =>
        text
          .replace(/(^|`|[{};])\s+|\s+(?=[{}]|`$)/g, "$1")
          .replace(/(?<=[:,]) | (?=>|!important)|(?<=>) |;(?=})|(?<=[ (,:])0(?=\.)/g, "")
          .replace(/="([\w-]+)"\]/g, "=$1]");
      if (sheet.test(code)) return { code: code.replace(sheet, tighten), map: null };
      const styles = /\b(css|keyframes)\s*`[^`]*`/g;
      const shorten = (text) =>
        text
          .replace(/\/\*[^]*?\*\//g, "")
          .replace(/([{};,])\s*\n\s*/g, "$1")
          .replace(/\s*\n\s*/g, " ")
          .replace(/(?<=[`{;:>]) | (?=[{}>]|`$)/g, "");
      return styles.test(code) ? { code: code.replace(styles, shorten), map: null } : null;
    },
  };
}

/**
 * Gives the canvas of workflows a d3-interpolate of its own. Shared with the charts, all that either uses of it would be sent to
 * both, 2 kB more for every screen with a chart.
 */
function keepCanvasApart() {
  const mark = "?canvas";
  return {
    name: "keep-canvas-apart",
    async resolveId(source, importer) {
      const isIts = /d3-(zoom|transition)|@xyflow/.test(importer ?? "") || importer?.endsWith(mark);
      if (!isIts || !/^d3-(interpolate|color)$/.test(source)) return null;
      const found = await this.resolve(source, importer.replace(mark, ""), { skipSelf: true });
      return found && { ...found, id: found.id + mark };
    },
    load: (id) => (id.endsWith(mark) ? readFileSync(id.slice(0, -mark.length), "utf8") : null),
  };
}

/** Writes .br and .gz beside every file and adds the file and its entry to the manifest. */
function listFiles({ name, dir = name, url }) {
  function list(fileName, bytes) {
    const path = join(dist, dir, fileName);
    const br = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: isWatching ? 4 : 11 },
    });
    const gz = gzipSync(bytes, { level: 9 });
    writeFileSync(`${path}.br`, br);
    writeFileSync(`${path}.gz`, gz);
    manifest.files[url + fileName] = {
      path: `${dir}/${fileName}`,
      immutable: !fixedNames.includes(fileName) && !isWatching,
      raw: bytes.length,
      gz: gz.length,
      br: br.length,
    };
  }
  return {
    name: "list-files",
    async writeBundle(options, bundle) {
      for (const chunk of Object.values(bundle)) {
        list(chunk.fileName, readFileSync(join(options.dir, chunk.fileName)));
        if (chunk.isEntry) {
          const askedFor = (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
          manifest.entries[chunk.name] = describeEntry(chunk, { bundle, url, askedFor });
        }
      }
      for (const [module, write] of [
        ["widget", writeTypes],
        ["widget-react", writeReactTypes],
        ["client", () => clientTypes],
      ]) {
        if (!bundle[`${module}.mjs`]) continue;
        const types = await write((path) => readFileSync(join(import.meta.dirname, path), "utf8"));
        const bytes = Buffer.from(types);
        writeFileSync(join(options.dir, `${module}.d.mts`), bytes);
        list(`${module}.d.mts`, bytes);
      }
      // The folder is the package, too.
      if (name === "client")
        for (const file of ["package.json", "README.md"])
          copyFileSync(join("client", file), join(dist, dir, file));
    },
  };
}

/** Gives an entry's file, what it imports at once, and the parts that are loaded later with all that each needs. */
function describeEntry(chunk, { bundle, url, askedFor }) {
  const toUrls = (names) => [...names].map((name) => url + name);
  const toPath = (id) => relative(import.meta.dirname, id);
  const fileOf = new Map();
  for (const { fileName, moduleIds } of Object.values(bundle))
    for (const id of moduleIds ?? []) fileOf.set(id, fileName);
  const atOnce = reach(chunk.fileName, bundle);
  // Modules that ask for others.
  const has = (files) =>
    [...files].flatMap((name) => bundle[name].moduleIds.filter((id) => askedFor(id).length).map(toPath));
  const later = new Map();
  const waiting = new Set(atOnce);
  for (const name of waiting) {
    for (const id of bundle[name].moduleIds) {
      for (const part of askedFor(id)) {
        if (!fileOf.has(part)) continue;
        const needs = reach(fileOf.get(part), bundle);
        const known = later.get(part) ?? {
          ...{ module: toPath(part), by: [], has: has(needs), needs: toUrls(needs) },
        };
        known.by.push(toPath(id));
        later.set(part, known);
        for (const next of needs) waiting.add(next);
      }
    }
  }
  return {
    ...{ file: url + chunk.fileName, preload: toUrls(atOnce).slice(1) },
    ...{ has: has(atOnce), later: [...later.values()] },
  };
}

function reach(fileName, bundle, seen = new Set()) {
  if (seen.has(fileName) || !bundle[fileName]) return seen;
  seen.add(fileName);
  for (const next of bundle[fileName].imports) reach(next, bundle, seen);
  return seen;
}

/** After the last program: the manifest, the budgets, and no files of earlier builds. */
function finish() {
  return {
    name: "finish",
    closeBundle() {
      if (wanted && existsSync(manifestPath)) keepUnbuilt(JSON.parse(readFileSync(manifestPath, "utf8")));
      mkdirSync(dist, { recursive: true });
      // Whole or not at all: a running server reads it at any moment.
      writeFileSync(`${manifestPath}.new`, JSON.stringify(manifest, null, 2) + "\n");
      renameSync(`${manifestPath}.new`, manifestPath);
      removeOld();
      if (!isWatching) holdBudgets(manifest);
    },
  };
}

/** A partial build keeps what it did not build; its hash then says that a whole build is due. */
function keepUnbuilt(old) {
  manifest.source = `partial-${manifest.source}`;
  manifest.entries = { ...old.entries, ...manifest.entries };
  const built = present.map(({ name, dir = name }) => `${dir}/`);
  const kept = Object.entries(old.files).filter(([, { path }]) => !built.some((dir) => path.startsWith(dir)));
  manifest.files = { ...Object.fromEntries(kept), ...manifest.files };
}

function removeOld() {
  const kept = new Set(
    Object.values(manifest.files).flatMap(({ path }) => [path, `${path}.br`, `${path}.gz`]),
  );
  for (const folder of ["console", "widget", "embed"]) {
    if (!existsSync(join(dist, folder))) continue;
    for (const name of readdirSync(join(dist, folder))) {
      if (!kept.has(`${folder}/${name}`)) rmSync(join(dist, folder, name), { recursive: true });
    }
  }
}
