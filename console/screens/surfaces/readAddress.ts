/** Gives the address of what people type or paste, with https where they leave it out; null for what is none. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.parse(whole);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url && isWeb && /^[^.]+(\.[^.]+)*$/.test(url.hostname) && !/\s/.test(text) ? url.href : null;
}
