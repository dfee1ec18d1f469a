/** Which models can't use tools, so that not each question is asked twice. */
export interface Toolless {
  add(key: string): void;
  has(key: string): boolean;
}

/** A server may be given another model under the same name. */
const forgetAfterMs = 60 * 60 * 1000;
const mostRemembered = 1000;

export function rememberToolless(now: () => number = () => performance.now()): Toolless {
  const until = new Map<string, number>();
  return {
    add(key) {
      if (until.size >= mostRemembered) until.clear();
      until.set(key, now() + forgetAfterMs);
    },
    has: (key) => (until.get(key) ?? 0) > now(),
  };
}
