import type { FoundPassage } from "../../knowledge/retrieve.ts";
import { readWithNeighbors } from "../prompt.ts";

/** Gives a bare address without what belongs to the sentence around it. */
export function trimSentenceEnd(run: string): string {
  let end = run.length;
  let surplus = run.split(")").length - run.split("(").length;
  for (; end > 0; end -= 1) {
    const sign = run.charAt(end - 1);
    if (sign === ")" && surplus > 0) surplus -= 1;
    else if (!/[.,;:!?'"’”*_~]/.test(sign)) break;
  }
  return run.slice(0, end);
}

/** What a model was given that it may lead visitors to. */
export interface AllowedFrom {
  /** Passages that are added later count from then on. */
  passages: readonly FoundPassage[];
  /** What the owner wrote. */
  owner: readonly string[];
  /** What was said in the conversation: of it only mail addresses count, which people want to see confirmed. */
  said: readonly string[];
  /** What tools gave; what comes later counts from then on. */
  given: readonly string[];
}

/**
 * Gives a test for web and mail addresses: those of the found pages, and those that are in what the model was given.
 */
export function allowUrls({ passages, owner, said, given }: AllowedFrom): (url: string) => boolean {
  const known = new Set<string>();
  let [readPassages, readGiven] = [0, 0];
  for (const text of owner) addUrls(known, text);
  for (const text of said) addMails(known, text);
  return (url) => {
    for (const passage of passages.slice(readPassages)) {
      if (passage.url) add(known, passage.url);
      addUrls(known, readWithNeighbors(passage));
    }
    for (const text of given.slice(readGiven)) addUrls(known, text);
    [readPassages, readGiven] = [passages.length, given.length];
    const key = normalize(url);
    return key !== null && known.has(key);
  };
}

function addUrls(known: Set<string>, text: string): void {
  for (const [found] of text.matchAll(/(?:https?:\/\/|www\.|tel:)[^\s<>"`\]|。，、）」]+/gi)) {
    // In Markdown a parenthesis mostly ends it, and sometimes belongs to it.
    add(known, found.split(")", 1)[0] ?? "");
    add(known, trimSentenceEnd(found));
  }
  addMails(known, text);
}

function addMails(known: Set<string>, text: string): void {
  for (const [found] of text.matchAll(mail)) add(known, `mailto:${found}`);
}

const mail = /[\w.!#$%&'*+/=?^{}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}/g;

function add(known: Set<string>, url: string): void {
  const key = normalize(url);
  if (key !== null) known.add(key);
}

/** Gives what two spellings of one address share, wherever in the page they point to; null for what leads nowhere plainly. */
function normalize(text: string): string | null {
  const trimmed = text.replace(/[.,;:!?'"’”*_~]+$/, "");
  if (/^mailto:/i.test(trimmed)) return normalizeMail(trimmed);
  if (/^tel:/i.test(trimmed)) return `tel:${trimmed.replace(/[^+\d]/g, "")}`;
  // A browser reads a backslash as a slash and a name before the host as nothing: both only serve to deceive.
  if (/[\\\p{Cc}\p{Cf}]/u.test(trimmed)) return null;
  const url = URL.parse(/^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return `${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`;
}

/** What else a letter is to have may be said, but not who gets it besides. */
function normalizeMail(text: string): string | null {
  const [address = "", fields = ""] = text.toLowerCase().split(/[?#]/, 2);
  return [...new URLSearchParams(fields).keys()].every((name) => letterFields.has(name)) ? address : null;
}

const letterFields = new Set(["subject", "body"]);
