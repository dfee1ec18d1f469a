import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./files.ts";

/** Server folders that serve every capability and are none. */
const serverGround = [
  "http",
  "requests",
  "storage",
  "mail",
  "live",
  "jobs",
  "egress",
  "telemetry",
  "ascode",
  "importing",
  "database",
  "timing",
  "languages",
];

/**
 * The capabilities of the product: the folders of shared/contract, by the same name in server and console. Three have no
 * calls of their own.
 */
export const capabilities = [
  ...readdirSync(join(root, "shared/contract"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !serverGround.includes(entry.name))
    .map(({ name }) => name),
  "answering",
  "actions",
  "backup",
];

/** What a big capability is divided into, by the same names everywhere. */
export const conversationRooms = [
  "threads",
  "messages",
  "answers",
  "visitors",
  "contacts",
  "inbox",
  "files",
  "exports",
  "actions",
  "figures",
];

/** Folders whose subfolders are capabilities, with those that are none. */
const roomed: Record<string, string[]> = {
  "shared/contract": ["storage"],
  "console/state": ["shell", "platform"],
  "tests/api": ["storage", "platform"],
  "tests/kit": [
    "browser",
    "console",
    "database",
    "live",
    "markdown",
    "network",
    "processes",
    "safety",
    "storage",
  ],
};

/** Where conversations lie, with what else may stand there beside the rooms. */
const conversationFolders = [
  "server/conversations",
  "shared/contract/conversations",
  "console/state/conversations",
  "console/screens/conversations",
  "tests/api/conversations",
  "tests/kit/conversations",
];

/** Gives why a capability's folder or file may not be called so; null when it may. */
export function judgeName(path: string): string | null {
  const [top, second = "", third = ""] = path.split("/");
  const advice = `; a capability has one name everywhere, that of its folder in shared/contract: ${capabilities.join(", ")}`;
  if (top === "server" && third && ![...capabilities, ...serverGround].includes(second)) {
    return `server/${second} is neither a capability nor ground${advice}`;
  }
  if (
    top === "console" &&
    second === "screens" &&
    path.split("/").length > 3 &&
    !capabilities.includes(third)
  ) {
    return `console/screens/${third} is no capability${advice}`;
  }
  const roomedFolder = Object.keys(roomed).find((one) => path.startsWith(`${one}/`));
  if (roomedFolder && path.split("/").length > 3) {
    if (![...capabilities, ...(roomed[roomedFolder] ?? [])].includes(third)) {
      return `${roomedFolder}/${third} is no capability${advice}`;
    }
  }
  const folder = conversationFolders.find((one) => path.startsWith(`${one}/`));
  const [room = "", inside] = folder ? path.slice(folder.length + 1).split("/") : [];
  if (folder && inside && !conversationRooms.includes(room)) {
    return `${folder}/${room} is no room of conversations; its rooms are ${conversationRooms.join(", ")}`;
  }
  return null;
}
