import type { VersionReason } from "../../../../shared/domain/versions/reasons.ts";

/** What a version is called in the history, by why it was kept. */
export const reasonNames: Record<VersionReason, string> = {
  publish: "Published",
  backup: "Draft before an import",
  restore: "Draft before a restore",
};

/** The most changed fields that are named in a row of the history. */
const mostNamed = 4;

/** What changed, in a line: the first fields by name, and how many more. */
export function describeSummary(summary: readonly string[] | null): string {
  if (summary === null) return "";
  if (summary.length === 0) return "No changes of settings";
  const named = summary.slice(0, mostNamed).join(", ");
  const more = summary.length - mostNamed;
  return more > 0 ? `${named} and ${more} more` : named;
}
