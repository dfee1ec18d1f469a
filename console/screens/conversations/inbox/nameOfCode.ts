/** What a country or a language is called; what no name is known of is called as it is written. */
export function nameOfCode(code: string, type: "region" | "language"): string {
  try {
    return new Intl.DisplayNames("en", { type }).of(code) ?? code;
  } catch {
    return code;
  }
}
