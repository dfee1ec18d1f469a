import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../structure/files.ts";

/** What a Dockerfile made in a folder, in the place of an image. */
export interface Built {
  /** The last stage's own folder: what is `/` in the image. */
  folder: string;
  workDir: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
  user: string;
}

interface StageMade extends Built {
  name: string;
}

/** Who the image's user is here: somebody who may write nothing but what is theirs. */
export const somebody = { uid: 65534, gid: 65534 };

/**
 * Does the steps of the Dockerfile in a bare folder, a stage after the other: what is copied is what git knows, without what
 * .dockerignore names; base images give nothing but Node.
 */
export function runDockerfile(folder: string): Built {
  const stages: StageMade[] = [];
  for (const [instruction, rest] of readSteps()) {
    if (instruction === "FROM") {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? "last";
      mkdirSync(join(folder, name));
      stages.push({
        ...{
          name,
          folder: join(folder, name),
          workDir: "/",
          env: {},
          command: [],
          healthCheck: [],
          user: "root",
        },
      });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error("The Dockerfile begins with FROM.");
    follow(stage, stages, [instruction, rest]);
  }
  const last = stages.at(-1);
  if (!last) throw new Error("The Dockerfile has no stage.");
  return last;
}

function readSteps(): [string, string][] {
  return readFileSync(join(root, "Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const at = line.indexOf(" ");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    });
}

function follow(stage: StageMade, stages: StageMade[], [instruction, rest]: [string, string]): void {
  const inside = (path: string) =>
    join(stage.folder, path.startsWith("/") ? path : join(stage.workDir, path));
  switch (instruction) {
    case "WORKDIR":
      stage.workDir = rest;
      return void mkdirSync(inside(rest), { recursive: true });
    case "ENV":
      return void Object.assign(
        stage.env,
        Object.fromEntries(rest.split(" ").map((pair) => pair.split("="))),
      );
    case "USER":
      stage.user = rest;
      return;
    case "CMD":
      stage.command = JSON.parse(rest) as string[]; // the form that needs no shell
      return;
    case "HEALTHCHECK":
      stage.healthCheck = JSON.parse(rest.slice(rest.indexOf("CMD ") + 4)) as string[]; // as above
      return;
    case "COPY":
      return copy(rest, stages, inside);
    case "RUN":
      return run(rest, stage, inside);
    case "VOLUME":
    case "EXPOSE":
      return;
    default:
      throw new Error(`runDockerfile.ts does not know ${instruction}: add it.`);
  }
}

function copy(rest: string, stages: StageMade[], inside: (path: string) => string): void {
  const parts = rest.split(/\s+/);
  const from = parts[0]?.startsWith("--from=") ? parts.shift()?.slice("--from=".length) : undefined;
  const to = inside(parts.pop() ?? "");
  const stage = stages.find(({ name }) => name === from);
  for (const path of parts) {
    if (stage) cpSync(join(stage.folder, path), to, { recursive: true, verbatimSymlinks: true });
    else copyKnown(path, to);
  }
}

/** Copies a file, or what git knows below a folder. */
function copyKnown(path: string, to: string): void {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n").filter(Boolean);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", path], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const below = path === "." ? "" : path;
  for (const file of files.split("\n").filter(Boolean)) {
    if (ignored.some((one) => file === one || file.startsWith(`${one}/`)) || !existsSync(join(root, file)))
      continue;
    const isFolder = below === "" || file !== below;
    const target = isFolder
      ? join(to, file.slice(below.length))
      : to.endsWith("/")
        ? join(to, file)
        : join(to, file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, file), target);
  }
}

function run(line: string, stage: StageMade, inside: (path: string) => string): void {
  const folderOf = /^mkdir -p (\/\w+) && chown node:node \1$/.exec(line)?.[1];
  if (folderOf !== undefined) {
    mkdirSync(inside(folderOf), { recursive: true });
    if (process.getuid?.() === 0) chownSync(inside(folderOf), somebody.uid, somebody.gid);
    return;
  }
  execFileSync("sh", ["-c", line], {
    cwd: inside(stage.workDir),
    env: { ...base(), ...stage.env },
    stdio: "pipe",
  });
  chmodSync(inside(stage.workDir), 0o755);
}

/** With what reaches the registry from this machine: its proxies and certificates. */
function base(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _kind, ...ours } = process.env;
  return { ...ours, PATH: `${dirname(process.execPath)}:${ours["PATH"]}` };
}

/** Starts what the image would, as somebody who owns nothing but the volume. */
export function startBuilt(built: Built, command: string[], env: Record<string, string>): ChildProcess {
  const inside = Object.entries({ ...built.env, ...env }).map(([name, value]) => [
    name,
    name === "DATA_DIR" ? join(built.folder, value) : value,
  ]);
  const [, ...given] = command;
  return spawn(process.execPath, given, {
    cwd: join(built.folder, built.workDir),
    env: { PATH: base()["PATH"], ...Object.fromEntries(inside) },
    stdio: ["ignore", "pipe", "pipe"],
    ...(process.getuid?.() === 0 && somebody),
  });
}
