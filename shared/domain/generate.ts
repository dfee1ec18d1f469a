/** "AI generate use cases: theme, agent, welcome_content" (specification 9). */
export const generateUseCases = ["theme", "agent", "welcome_content"] as const;
export type GenerateUseCase = (typeof generateUseCases)[number];

/**
 * Gives the address that somebody means: people leave out the scheme, and a site then is https. Null for what is no
 * address of the web.
 */
export function readTypedAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || text.length > 2000 || /\s/.test(text)) return null;
  const hasScheme = /^https?:\/\//i.test(text);
  if (!hasScheme && /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return null;
  const url = URL.parse(hasScheme ? text : `https://${text}`);
  if (!url || url.username !== "" || url.password !== "") return null;
  // A word is not taken for a name in the network, unless somebody wrote it as an address.
  return hasScheme || url.hostname.includes(".") || url.hostname === "localhost" ? url.href : null;
}
