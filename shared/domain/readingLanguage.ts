/**
 * Gives what a reader's language (a BCP 47 tag) is translated into: nobody reads another region's words for a foreign language,
 * but another script.
 */
export function readingLanguage(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    const usual = new Intl.Locale(language).maximize().script;
    return script === undefined || script === usual ? language : `${language}-${script}`;
  } catch {
    return tag;
  }
}
