import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trimReply } from "../../server/channels/kinds/email/trimReply.ts";
import { printRows } from "./printRows.ts";

/**
 * `npm run bench:email -- FOLDER`: how many replies are trimmed as expected. The folder has mails in `emails` and, by the same
 * names, what somebody wrote in them in `trimmed`. White space counts as one.
 */
const [folder, ...options] = process.argv.slice(2);
if (!folder || !existsSync(join(folder, "emails"))) {
  console.error("Name a folder that has mails in emails/ and their replies in trimmed/.");
  process.exit(1);
}

const words = (text: string) => text.replace(/\s+/g, " ").trim();
const names = readdirSync(join(folder, "emails")).toSorted();
const wrong: string[] = [];
let longestMs = 0;
for (const name of names) {
  const mail = readFileSync(join(folder, "emails", name), "utf8");
  const path = join(folder, "trimmed", name);
  const begun = performance.now();
  const reply = trimReply(mail);
  longestMs = Math.max(longestMs, performance.now() - begun);
  if (words(reply) !== words(existsSync(path) ? readFileSync(path, "utf8") : "")) wrong.push(name);
}
printRows([
  { what: "mails", measured: names.length, budget: null, unit: "" },
  {
    what: "not trimmed as expected",
    measured: wrong.length,
    budget: Math.floor(names.length * 0.14),
    unit: "",
  },
  { what: "the slowest mail", measured: longestMs, budget: null, unit: "ms" },
]);
if (wrong.length > 0) console.log(`Not as expected: ${wrong.join(", ")}`);
if (options.includes("--show"))
  for (const name of wrong)
    console.log(`\n== ${name}\n${trimReply(readFileSync(join(folder, "emails", name), "utf8"))}`);
