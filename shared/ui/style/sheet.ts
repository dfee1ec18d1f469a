/**
 * The one constructed sheet that holds every rule of ours. The document and each shadow root adopt the same
 * sheet, so a class made once works in all of them, and no policy about inline styles applies to it.
 * Undefined where there is no page (tests of pure code) or the browser can't construct sheets.
 */
export const sheet = createSheet();

/** Lets a document or a shadow root use our rules; a second call for the same root changes nothing. */
export function adoptStyles(root: Document | ShadowRoot): void {
  if (!sheet || root.adoptedStyleSheets.includes(sheet)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/**
 * Adds plain CSS, many rules at once. A rule that this browser can't read is left out, the others stay.
 * Braces inside strings are not understood: `content: "{"` would break the splitting (a test forbids it).
 */
export function addRules(cssText: string, inFront = false): void {
  if (!sheet) return;
  let at = inFront ? 0 : sheet.cssRules.length;
  for (const rule of splitRules(cssText)) {
    try {
      sheet.insertRule(rule, at);
      at += 1;
    } catch {
      // A selector or at-rule newer than this browser: it goes without.
    }
  }
}

function createSheet(): CSSStyleSheet | undefined {
  try {
    return new CSSStyleSheet();
  } catch {
    return undefined;
  }
}

function splitRules(cssText: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < cssText.length; i++) {
    if (cssText[i] === "{") depth += 1;
    if (cssText[i] !== "}" || --depth > 0) continue;
    rules.push(cssText.slice(start, i + 1).trim());
    start = i + 1;
  }
  return rules;
}
