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
  hasNew = true;
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

/** Whether rules were added since the window had its size. */
let hasNew = false;

/**
 * Makes the browser check all elements against the window's new size. Where a rule comes in the same moment, Chromium
 * checks only that rule's elements, and what media queries newly say of all others shows only at the next size; a media
 * query that comes and goes makes it check all.
 */
function drawAnew(): void {
  if (!sheet || !hasNew) return;
  hasNew = false;
  sheet.insertRule("@media all {}");
  sheet.deleteRule(0);
}

function createSheet(): CSSStyleSheet | undefined {
  try {
    const made = new CSSStyleSheet();
    addEventListener("resize", drawAnew);
    return made;
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
