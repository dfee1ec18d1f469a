/** Gives what a language (a BCP 47 tag) calls itself; the tag where nobody knows it. */
export function nameLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
