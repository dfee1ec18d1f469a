/** Gives a text that Markdown shows exactly as it is, so that a quoted page can neither link nor cite. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~]/g, "\\$&")
    .replace(/^(#{1,6}|[-+]|\d{1,9}[.)])(?=\s)/, "\\$1")
    .replace(/\b(https?|ftp):\/\//gi, "$1:\\//");
}
