import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isWhole } from "../sampled.ts";
import { htmlPage } from "./website.ts";

const folder = "/usr/share/doc/postgresql-doc-15/html";

/** A documentation site: its start page, its pages by path, and what to ask of them. */
export interface Documentation {
  start: string;
  pages: Record<string, string>;
  /** A question, and the path of the page that answers it. */
  questions: [question: string, path: string][];
}

/**
 * A quarter of the handbook; with whole sweeps Postgres's own documentation, of over a thousand pages, which apt installs now
 * where this process is root, or else the whole handbook.
 */
export function openDocumentation(): Documentation {
  if (!isWhole()) return makeDocumentation(chapters / 4);
  if (!existsSync(folder) && process.getuid?.() === 0)
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "postgresql-doc-15"]);
  return existsSync(join(folder, "index.html")) ? readPostgres() : makeDocumentation();
}

function readPostgres(): Documentation {
  const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
  const pages = Object.fromEntries(
    names.map((name) => [`/${name}`, readFileSync(join(folder, name), "utf8")]),
  );
  return {
    start: "/index.html",
    pages,
    questions: [
      ["What does pg_dumpall extract?", "/app-pg-dumpall.html"],
      ["How do I reset a WAL with pg_resetwal?", "/app-pgresetwal.html"],
      ["What is pg_prewarm for?", "/pgprewarm.html"],
      ["How do I rename a schema with ALTER SCHEMA?", "/sql-alterschema.html"],
      ["What does DROP TABLESPACE remove?", "/sql-droptablespace.html"],
      ["Which key word of CLUSTER reorders a table by an index?", "/sql-cluster.html"],
      ["What does the earthdistance module calculate?", "/earthdistance.html"],
      ["What does the auto_explain module log?", "/auto-explain.html"],
      ["What does NOTIFY send to listening clients?", "/sql-notify.html"],
      ["What does the fuzzystrmatch module determine?", "/fuzzystrmatch.html"],
    ],
  };
}

const chapters = 20;
const chapterPages = 55;

/** A handbook of 56 small pages a chapter. */
export function makeDocumentation(count = chapters): Documentation {
  const pages: Record<string, string> = {};
  const questions: [string, string][] = [];
  const chapterPath = (chapter: number) => `/chapter-${chapter}.html`;
  const all = Array.from({ length: count }, (_, chapter) => chapter);
  pages["/index.html"] = htmlPage(
    "Handbook",
    "<p>All chapters of the handbook are listed above.</p>",
    Object.fromEntries(all.map((chapter) => [chapterPath(chapter), `Chapter ${chapter}`])),
  );
  for (const chapter of all) {
    const links: Record<string, string> = {};
    for (let page = 0; page < chapterPages; page += 1) {
      const part = nameOf(chapter * chapterPages + page);
      const path = `/part-${part}.html`;
      links[path] = part;
      pages[path] = htmlPage(
        `The ${part}`,
        `<p>The ${part} is adjusted with ${page + 3} turns of its screw, and oiled every ${chapter + 2} weeks.</p>`,
      );
      if (page === chapter && questions.length < 10)
        questions.push([`How is the ${part} adjusted and oiled?`, path]);
    }
    pages[chapterPath(chapter)] = htmlPage(`Chapter ${chapter}`, `<p>Parts of group ${chapter}.</p>`, links);
  }
  return { start: "/index.html", pages, questions };
}

const syllables = ["ba", "ke", "di", "lo", "mu", "ra", "se", "ti", "vo", "nu", "pe"];

/** A word of its own for each number. */
function nameOf(number: number): string {
  let rest = number + syllables.length ** 3;
  let name = "";
  for (; rest > 0; rest = Math.floor(rest / syllables.length)) name += syllables[rest % syllables.length];
  return name;
}
