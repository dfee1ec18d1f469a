import { posix } from "node:path";
import type { Mention } from "./imports.ts";
import { listMentions } from "./imports.ts";
import { capabilities } from "./names.ts";

/** What the shared folders may lean on, besides themselves. */
const sharedArrows: Record<string, string[]> = {
  domain: [],
  errors: [],
  contract: ["domain", "errors"],
  frame: ["domain"],
  client: ["contract", "domain", "errors"],
  format: ["domain"],
  words: ["domain"],
  ui: ["format", "words", "domain"],
};

/** What each program may take from shared. */
const programArrows: Record<string, string[]> = {
  console: Object.keys(sharedArrows),
  widget: Object.keys(sharedArrows),
  embed: ["frame", "domain", "words"],
  client: ["client", "contract", "errors"],
  server: ["contract", "domain", "errors", "format", "words", "frame"],
};

const overLeaves = [
  ["boot", "build", "main", "cli", "config", "settings", "parseSettings", "describeSettings"],
  ["http"],
  ["installation", "ascode", "importing"],
  ["backup"],
  ["telemetry"],
  ["analytics", "trial", "learning"],
  ["surfaces"],
];
const underLeaves = [
  ["voice"],
  ["conversations"],
  ["answering"],
  ["actions"],
  ["knowledge"],
  ["models"],
  ["agents"],
  ["billing"],
  ["accounts"],
  ["storage", "mail", "live"],
  ["jobs"],
  ["requests", "egress", "database"],
  ["timing", "languages"],
];
const placed = [...overLeaves, ...underLeaves].flat();
/** Capabilities without a place of their own: none of the others leans on them. */
const leaves = capabilities.filter((name) => !placed.includes(name));

/** The rooms of a program from top to bottom; a room leans on those below it, never on its neighbors. */
const layers: Record<string, string[][]> = {
  console: [["main", "worker"], ["routes", "shell"], ["guards", "screens"], ["parts"], ["state"]],
  widget: [["entries"], ["chat"], ["voice", "forms"], ["session"]],
  server: [...overLeaves, leaves, ...underLeaves],
};

/** How a program is started is one story in a few files, which see each other. */
const startFiles = layers.server?.[0] ?? [];

/** Neighbors of which one may see the other, with the reason. */
const besides: { from: string; to: string; why: string }[] = [
  { from: "requests", to: "database", why: "the nonces of signed writes are remembered in the database" },
];

/** Files that load a module by a path they were given, from one place that names it. */
const mayComputePaths = new Set([
  "server/knowledge/threads/guard.ts",
  "console/state/shell/helpEdge.ts",
  "embed/react.ts",
  "tests/built/client.test.ts",
  "tests/structure/clientCalls.test.ts",
]);
/** What people save in a project of theirs leans on their own React; nothing of it is built in. */
const bindings: Record<string, string> = { "embed/react.ts": "react" };

/** Gives a sentence for every import of this file that goes against the arrows; none when all is well. */
export function judgeFile(path: string, text: string, exists: (path: string) => boolean): string[] {
  return listMentions(path, text).flatMap((mention) => {
    const reason = judgeMention(path, mention, exists);
    return reason ? [`${path}:${mention.line} ${reason}`] : [];
  });
}

function judgeMention(path: string, mention: Mention, exists: (path: string) => boolean): string | null {
  const { specifier } = mention;
  if (specifier === null && mayComputePaths.has(path)) return null;
  if (specifier === null) return "loads a module whose path is not a plain text: write the path out";
  if (!specifier.startsWith(".")) return judgePackage(path, specifier, mention);

  const target = posix.join(posix.dirname(path), specifier.split("?")[0] ?? specifier);
  if (target.split("/").includes("dist"))
    return `imports ${target}: built files are served, never imported; import the source`;
  if (!exists(target)) return `imports ${target}, which is not there (write the whole name, with its ending)`;
  return judgeArrow(path, target, mention.kind);
}

/** Gives why `from` may not lean on `to`, and where the code wants to live; null when it may. */
export function judgeArrow(from: string, to: string, kind: Mention["kind"] = "static"): string | null {
  const [fromTop, fromRoom] = splitPath(from);
  const [toTop, toRoom] = splitPath(to);
  if (fromTop === "tests" || !(fromTop in programArrows || fromTop === "shared")) return null;

  if (toTop === "tests") {
    if (isTest(from) && toRoom === "kit") return null;
    return `imports ${to}: only tests lean on tests/kit; what the product needs too lives in the product`;
  }
  if (isTest(from) && toTop === "package.json") return null;
  if (toTop === "shared") return judgeShared({ fromTop, fromRoom, to, toRoom });
  if (fromTop === "shared") {
    return `imports ${to}: shared leans on no program. Move what both need to the lowest shared folder that may hold it`;
  }
  if (fromTop !== toTop) {
    return `imports ${to}: ${fromTop} and ${toTop} never import each other. A rule both need lives in shared/domain, a call in shared/contract, a message in shared/frame, a text in shared/words`;
  }
  return judgeLayer({ from, to, program: fromTop, fromRoom, toRoom, kind });
}

type SharedStep = { fromTop: string; fromRoom: string; to: string; toRoom: string };

function judgeShared({ fromTop, fromRoom, to, toRoom }: SharedStep): string | null {
  if (!(toRoom in sharedArrows))
    return `imports ${to}: shared has no room ${toRoom}; it has ${Object.keys(sharedArrows).join(", ")}`;
  if (fromTop === "shared" && fromRoom === toRoom) return null;
  if (fromTop === "shared" && !(fromRoom in sharedArrows)) {
    return `stands in no room of shared; it has ${Object.keys(sharedArrows).join(", ")}`;
  }
  const allowed = (fromTop === "shared" ? sharedArrows[fromRoom] : programArrows[fromTop]) ?? [];
  const isIndex = /^shared\/contract\/(index|all)\.ts$/.test(to);
  if (isIndex && fromTop === "widget") {
    return `imports ${to}: the widget carries only the families it calls; import the family's own file`;
  }
  if (allowed.includes(toRoom)) return null;
  const place = fromTop === "shared" ? `shared/${fromRoom}` : fromTop;
  const list = allowed.length ? `only on shared/{${allowed.join(", ")}}` : "on nothing of ours";
  return `imports ${to}: ${place} leans ${list}. Move what is needed to ${allowed.includes("domain") ? "shared/domain" : `shared/${toRoom}, and hand it in from above`}`;
}

type LayerStep = {
  from: string;
  to: string;
  program: string;
  fromRoom: string;
  toRoom: string;
  kind: Mention["kind"];
};

function judgeLayer({ from, to, program, fromRoom, toRoom, kind }: LayerStep): string | null {
  const rooms = layers[program];
  if (!rooms) return null;
  const fromLevel = rooms.findIndex((level) => level.includes(fromRoom));
  const toLevel = rooms.findIndex((level) => level.includes(toRoom));
  // A test that stands in the program's own folder tests the whole of it.
  if (fromLevel < 0 && isTest(from) && from.split("/").length === 2) return null;
  if (fromLevel < 0) return `stands in no room of ${program}; it has ${rooms.flat().join(", ")}`;
  if (toLevel < 0)
    return `imports ${to}: ${program} has no room ${toRoom}; it has ${rooms.flat().join(", ")}`;
  if (fromRoom === toRoom) return judgeNeighbors(program, from, to);
  if (program === "server" && startFiles.includes(fromRoom) && startFiles.includes(toRoom)) return null;
  if (besides.some((one) => one.from === fromRoom && one.to === toRoom)) return null;

  if (program === "console" && fromRoom === "shell" && toRoom === "screens") {
    return `imports ${to}: the shell is handed the list of routes by main, and a part that both use lives in console/parts`;
  }
  if (
    program === "widget" &&
    fromRoom === "chat" &&
    ["voice", "forms"].includes(toRoom) &&
    kind === "static"
  ) {
    return `imports ${to}: voice and forms are loaded when asked for; use import() in chat, and import type for types`;
  }
  if (fromLevel < toLevel) return null;

  const how =
    program === "server"
      ? `Let ${toRoom} be told by an event (server/live, server/jobs), let main hand ${fromRoom} a function, or move the rule to shared/domain`
      : `Move what both need down to ${program}/${rooms.at(-2)?.[0]} or ${program}/${rooms.at(-1)?.[0]}`;
  const where = fromLevel === toLevel ? "stands beside" : "stands above";
  return `imports ${to}: ${toRoom} ${where} ${fromRoom}, and imports go downwards only. ${how}`;
}

function judgeNeighbors(program: string, from: string, to: string): string | null {
  if (program !== "console" || !from.startsWith("console/screens/")) return null;
  const [mine, theirs] = [from.split("/")[2], to.split("/")[2]];
  if (mine === theirs) return null;
  return `imports ${to}: a screen folder never leans on another; a part that two of them use lives in console/parts`;
}

/** Packages that a place may not have, with the reason. */
function judgePackage(path: string, specifier: string, mention: Mention): string | null {
  const [top, room] = splitPath(path);
  if (isTest(path) || top === "tests" || top === "vitest.config.ts") return null;
  const isNode = specifier.startsWith("node:");
  if (top !== "server" && isNode && !isBuildTool(path))
    return `imports ${specifier}: ${top} runs in browsers too; Node's modules belong in server`;
  if (bindings[path] === specifier) return null;
  if (top === "embed")
    return `imports ${specifier}: embed runs on strangers' pages without any package; write the few lines or move it into the frame (widget)`;
  if (top === "shared" && room !== "ui" && /^(react|preact|valtio|wouter|goober)\b/.test(specifier)) {
    return `imports ${specifier}: frameworks belong in shared/ui, console or widget`;
  }
  if (
    top === "shared" &&
    room === "domain" &&
    !(specifier.startsWith("@noble/hashes") && mention.kind === "dynamic")
  ) {
    return `imports ${specifier}: the rules are plain functions of plain data, without packages`;
  }
  if (top === "server" && /^(react|preact|valtio|wouter|goober)\b/.test(specifier)) {
    return `imports ${specifier}: the server draws nothing and goes out by server/egress`;
  }
  return null;
}

/** Gives the top folder and the room of a path; a file that stands in the top folder is its own room. */
export function splitPath(path: string): [top: string, room: string] {
  const [top = "", room = ""] = path.split("/");
  return [top, room.replace(/(\.test)?\.(ts|tsx|mjs)$/, "")];
}

/** A file of the build runs in Node, beside rollup's configuration. */
function isBuildTool(path: string): boolean {
  return /^rollup\.\w+\.ts$/.test(path);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
