import { shorten } from "./plainText.ts";
import type { PastMessage } from "./rewrite.ts";
import type { AskedFile } from "./askedFile.ts";

/** What one side said before the other did, with the files that went along. */
export interface Turn {
  role: "user" | "assistant";
  content: string;
  files: AskedFile[];
}

/** What the messages below a position said, in short. */
export interface PastSummary {
  text: string;
  to: number;
}

/** A conversation as a model gets it. */
export interface PlannedHistory {
  /** The newest part, word by word, beginning with the visitor. */
  turns: Turn[];
  /** What stands for the part before; null where there is none. */
  summary: string | null;
  /** What is worth a new summary by now, and from where on the messages stand by themselves then; null where nothing is. */
  toSummarize: { messages: PastMessage[]; to: number } | null;
}

const mostMessages = 12;
const mostCharacters = 8000;
/**
 * How many more messages are taken word by word before a summary is written: one is paid for six messages, not for
 * each.
 */
export const slackMessages = 6;
const slackCharacters = 6000;

/**
 * Parts a conversation into what a model gets word by word, and what it gets in short: that part without what `hide` takes
 * out of it, which is no longer known for what it is once a text is cut.
 */
export function planHistory(
  history: PastMessage[],
  summary: PastSummary | null = null,
  hide = (text: string) => text,
): PlannedHistory {
  const placed = history.map((message, index) => ({ ...message, position: message.position ?? index }));
  const open = placed.filter(({ position }) => position >= (summary?.to ?? 0));
  const wide = countWithin(open, mostMessages + slackMessages, mostCharacters + slackCharacters);
  const narrow = countWithin(open, mostMessages, mostCharacters);
  const left = open.slice(0, open.length - wide);
  const older = open.slice(0, open.length - narrow);
  const [first] = open.slice(open.length - narrow);
  const isDue = older.length >= slackMessages || left.length > 0;
  return {
    turns: writeTurns(open.slice(open.length - wide)),
    summary: [summary && hide(summary.text), extract(left, hide)].filter(Boolean).join("\n") || null,
    toSummarize: isDue && first ? { messages: older, to: first.position } : null,
  };
}

/** How many of the newest messages stay within both bounds. */
function countWithin(messages: PastMessage[], most: number, characters: number): number {
  let left = characters;
  const newest = messages.slice(-most).reverse();
  const first = newest.findIndex(({ content }) => (left -= content.length) < 0);
  return first < 0 ? newest.length : first;
}

function writeTurns(messages: PastMessage[]): Turn[] {
  const turns = joinTurns(
    messages.flatMap(({ role, content, files = [] }) =>
      content.trim() === "" && files.length === 0 ? [] : [{ role, content, files }],
    ),
  );
  return turns[0]?.role === "assistant" ? turns.slice(1) : turns;
}

const mostExtracted = 12;
const longestExtract = 160;

/** Until a summary is there, the visitor's own words stand for the older part. */
function extract(messages: PastMessage[], hide: (text: string) => string): string {
  const asked = messages.filter(({ role, content }) => role === "user" && content.trim() !== "");
  if (asked.length === 0) return "";
  const lines = asked
    .slice(-mostExtracted)
    .map(({ content }) => `- ${shorten(hide(content.trim()), longestExtract)}`);
  return `The visitor wrote before:\n${lines.join("\n")}`;
}

/** Providers want turns to alternate; a visitor who wrote twice gets both into one. */
export function joinTurns(turns: Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const { role, content, files } of turns) {
    const last = joined.at(-1);
    if (last?.role === role) {
      last.content = [last.content, content].filter((text) => text.trim() !== "").join("\n\n");
      last.files = [...last.files, ...files];
    } else joined.push({ role, content, files });
  }
  return joined;
}
