import { findModel } from "../../../../shared/domain/models.ts";
import { plural } from "../../../../shared/words/language.ts";
import type { TriedVisitor } from "../../../state/playground/turn.ts";

/** Gives a model's name as people know it. */
export function nameModel(value: string): string {
  return findModel(value)?.label ?? value;
}

/** A time in the unit in which it is read at a glance. */
export function describeMs(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Who asked, in short; null for somebody of whom nothing is known. */
export function describeVisitor({ pageUrl, ...who }: TriedVisitor): string | null {
  const page = pageUrl.trim().replace(/^https?:\/\//i, "");
  const { isTeam, isVerified, isIdentified } = who;
  const name = isTeam ? "of the team" : isVerified ? "verified" : isIdentified ? "with an address" : "";
  const said = [name, page === "" ? "" : `on ${page}`].filter(Boolean);
  return said.length === 0 ? null : said.join(", ");
}

/** What an answer would have cost. */
export function describeCost(credits: number): string {
  return plural(credits, { one: "{count} credit", other: "{count} credits" });
}

/** What a provider counted; null where no model was asked, or it did not say. */
export function describeTokens(tokensIn: number | null, tokensOut: number | null): string | null {
  if (tokensIn === null && tokensOut === null) return null;
  return `${write(tokensIn)} in, ${write(tokensOut)} out`;
}

function write(tokens: number | null): string {
  return tokens?.toLocaleString() ?? "?";
}
