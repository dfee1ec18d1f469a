/** What somebody typed or pasted, taken apart. */
export interface ReadAddresses {
  /** Each once, in the order in which they came. */
  emails: string[];
  /** What is no e-mail address. */
  wrong: string[];
}

/** Takes addresses apart by commas, semicolons, spaces and lines; of `Ana <ana@example.com>` it takes what is inside. */
export function readAddresses(text: string): ReadAddresses {
  const parts = text.split(/[,;\n\r\t]+/).flatMap((part) => {
    const inside = /<([^<>]+)>/.exec(part)?.[1];
    return inside ? [inside.trim()] : part.split(/\s+/);
  });
  const all = [...new Set(parts.filter(Boolean).map((one) => one.toLowerCase()))];
  return { emails: all.filter(isAddress), wrong: all.filter((one) => !isAddress(one)) };
}

function isAddress(text: string): boolean {
  return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);
}
