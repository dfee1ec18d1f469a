import { sniffDelimiter } from "./sniffDelimiter.ts";

const looked = 4000;

/** Says whether text is an HTML page; less is asked of a file with that name. */
export function looksLikeHtml(text: string, isCalledSo: boolean): boolean {
  const start = text.slice(0, looked).trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(start))
    return true;
  return isCalledSo && /<\/?[a-z][^<>]*>/i.test(text);
}

/** Says whether text is one JSON value, or one on each line. */
export function looksLikeJson(text: string): boolean {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) return false;
  return isJson(trimmed) || trimmed.split("\n", 5).every((line) => /^[[{]/.test(line) && isJson(line));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Says whether text without a telling name is a table: the same sign parts all of its first lines alike. */
export function looksLikeCsv(text: string): boolean {
  return text.trim().split("\n").length > 2 && sniffDelimiter(text)?.isSure === true;
}

/** Says whether text without a telling name has signs of Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, looked);
  return (
    /^#{1,6} \S/m.test(start) || /^\|(?:\s*:?-+:?\s*\|)+\s*$/m.test(start) || /\[[^\]]+\]\(\S+\)/.test(start)
  );
}
