import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildIfMissing } from "./server/build.ts";

/**
 * `npm run dev`: the console from its sources with hot update, on a port of its own; behind it the real server, started
 * again when its files change, and rollup, which does so for widget and embed when theirs do.
 */
const serverAddress = `http://localhost:${process.env.PORT ?? 3000}`;
const served = [
  "/inbox/.+[.](?:js|png|webmanifest)$",
  "/api",
  "/assets",
  "/embed",
  "/widget",
  "/p/",
  "/healthz",
  "/readyz",
  "/version",
];

export default defineConfig({
  appType: "custom",
  plugins: [react(), runBehind(), showConsole()],
  optimizeDeps: { entries: ["console/main.tsx"] },
  server: {
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [`^${path}`, { target: serverAddress }])),
    watch: { ignored: ["**/data/**", "**/dist/**"] },
  },
});

/**
 * Starts the watching build and the server beside Vite, and ends them with it. The server is restarted by Vite's
 * watcher, because `node --watch` puts messages of its own among those of the server's threads.
 */
function runBehind() {
  return {
    name: "run-behind",
    apply: "serve",
    configureServer(vite) {
      // An old build will do: the console comes from its sources, and the rest is built again below.
      if (!existsSync("dist/manifest.json")) buildIfMissing();
      const build = run(
        "node_modules/rollup/dist/bin/rollup",
        "-c",
        "-w",
        "--silent",
        "--environment",
        "BUILD:widget,embed,worker",
      );
      let server = run("server/main.ts");
      let soon;
      vite.watcher.on("all", (_, path) => {
        const isServers = /^(server|shared)\/.*(?<!\.test)\.tsx?$/.test(relative(import.meta.dirname, path));
        if (!isServers) return;
        clearTimeout(soon);
        soon = setTimeout(() => {
          const start = () => (server = run("server/main.ts"));
          if (server.exitCode !== null) return start();
          server.once("exit", start);
          server.kill();
        }, 200);
      });
      process.once("exit", () => [build, server].forEach((child) => child.kill()));
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
    },
  };
}

function run(...words) {
  return spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] });
}

/** Answers pages with the server's own document, its built script replaced by the sources. */
function showConsole() {
  return {
    name: "show-console",
    apply: "serve",
    configureServer: (vite) => () => {
      vite.middlewares.use(async (request, answer, next) => {
        try {
          const page = await fetch(serverAddress + request.url, { headers: { accept: "text/html" } });
          const html = (await page.text())
            .replace(/<link rel="modulepreload"[^>]*>/g, "")
            .replace(/\/assets\/console\/console[\w-]*\.js/, "/console/main.tsx");
          answer.setHeader("Content-Type", "text/html; charset=utf-8");
          answer.end(await vite.transformIndexHtml(request.url, html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
