import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { chooseSeed } from "./tests/kit/sampled.ts";

// Chosen once, before there are workers: each inherits it.
chooseSeed();

/** React's names answered by Preact, in the order that rollup.config.mjs uses too (the use-sync shim first). */
const preactAliases = [
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "preact/compat" },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react-dom\/test-utils$/, replacement: "preact/test-utils" },
  { find: /^react(-dom)?$/, replacement: "preact/compat" },
  { find: /^@testing-library\/react$/, replacement: "@testing-library/preact" },
];

/** The servers of tests search and read in the process of the test; those in processes of their own have the product's threads. */
const threadless = [
  {
    find: /^\.\.\/threads\/startWorkerThread\.ts$/,
    replacement: new URL("./tests/kit/knowledge/startWorkerThread.ts", import.meta.url).pathname,
  },
  {
    find: /^\.\/startReaderThread\.ts$/,
    replacement: new URL("./tests/kit/database/startReaderThread.ts", import.meta.url).pathname,
  },
];

/** A project that looks at its own folders only; the options that differ come on top. */
function project(
  name: string,
  include: string[],
  options: Partial<Exclude<TestProjectConfiguration, string | Function | Promise<unknown>>> = {},
): TestProjectConfiguration {
  const { test: { setupFiles = [], ...test } = {}, ...rest } = options;
  return {
    ...rest,
    test: {
      name,
      include,
      exclude: ["**/node_modules/**", "dist/**", "data/**"],
      environment: "node",
      setupFiles: ["tests/kit/patience.ts", ...[setupFiles].flat()],
      // Ends for what hangs; on a busy machine everything takes several times as long.
      ...{ testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } },
      ...test,
    },
  };
}

/** The tests of shared/ui that draw or write styles. */
const drawn = ["shared/ui/**/*.test.tsx", "shared/ui/style/**/*.test.ts"];

/**
 * What wants a real browser or a built bundle runs after the rest. More than one file a core: much of a journey is waiting.
 * Vitest begins with the largest files, which take the longest.
 */
const inBrowsers = {
  // The files of a worker share what they load; each starts a server and a browser of its own.
  isolate: false,
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testTimeout: 300_000,
  hookTimeout: 300_000,
  sequence: { groupOrder: 2 },
};

export default defineConfig({
  test: {
    passWithNoTests: true,
    globalSetup: "tests/kit/database/prepareRun.ts",
    // A list that should be empty is told whole: CI keeps the message alone.
    chaiConfig: { truncateThreshold: 2000 },
    // More than one a core: much of a screen's test is waiting, such as for the 300 ms that a skeleton stays.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      // Of shared/ui what draws nothing: a text is read alike for React and for Preact.
      // Its files share one process a worker: they load much the same and keep nothing.
      project(
        "domain",
        [
          "shared/{domain,errors,contract,frame,client,format,words}/**/*.test.ts",
          "shared/ui/markdown/**/*.test.ts",
        ],
        { test: { isolate: false } },
      ),
      project("server", ["server/**/*.test.ts"], { test: { isolate: false } }),
      project("console", ["console/**/*.test.{ts,tsx}", ...drawn], {
        resolve: { dedupe: ["react", "react-dom"] },
        // The files of a worker share one window, which each finds as it is after loading.
        test: {
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["tests/kit/freshFile.ts", "tests/kit/cleanup.ts"],
        },
      }),
      // shared/ui runs a second time here: its components are one text for React and for Preact.
      project("widget", ["{widget,embed}/**/*.test.{ts,tsx}", ...drawn], {
        resolve: { alias: preactAliases, dedupe: ["preact"] },
        test: {
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["tests/kit/freshFile.ts", "tests/kit/endTimers.ts", "tests/kit/cleanup.ts"],
          server: { deps: { inline: [/wouter/, /valtio/, /goober/, /testing-library/, /ariakit/] } },
        },
      }),
      project("structure", [
        "tests/structure/**/*.test.ts",
        "tests/specification/**/*.test.ts",
        "tests/{kit,bench,run}/**/*.test.ts",
      ]),
      project("api", ["tests/api/**/*.test.ts"], {
        resolve: { alias: threadless },
        test: { isolate: false, sequence: { groupOrder: 1 } },
      }),
      project("journeys", ["tests/journeys/**/*.test.ts", "tests/hosts/**/*.test.ts"], { test: inBrowsers }),
      // Real proxies, and the Dockerfile's steps: `npm run test:operations`, which `npm test` leaves out.
      project("operations", ["tests/operations/**/*.test.ts"], { test: inBrowsers }),
      project("built", ["tests/built/**/*.test.ts"], { test: inBrowsers }),
    ],
  },
});
