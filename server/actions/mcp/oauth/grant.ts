import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";

/** Tokens with the time until which they are good, where their issuer says it. */
export type KeptTokens = StoredOAuthTokens & { expiresAt: number | null };

/** What a server's sign-in left: who we are at each issuer, and what each gave. It is kept sealed as a whole. */
export interface Grant {
  /** The issuer whose tokens are used. */
  issuer: string | null;
  clients: Map<string, StoredOAuthClientInformation>;
  tokens: Map<string, KeptTokens>;
}

export function emptyGrant(): Grant {
  return { issuer: null, clients: new Map(), tokens: new Map() };
}

/** The tokens that requests carry now. */
export function currentTokens({ issuer, tokens }: Grant): KeptTokens | undefined {
  return issuer === null ? undefined : tokens.get(issuer);
}

export function writeGrant({ issuer, clients, tokens }: Grant): string {
  return JSON.stringify({ issuer, clients: [...clients], tokens: [...tokens] });
}

export function parseGrant(text: string): Grant {
  const { issuer, clients, tokens } = JSON.parse(text) as WrittenGrant; // written by writeGrant
  return { issuer, clients: new Map(clients), tokens: new Map(tokens) };
}

interface WrittenGrant extends Pick<Grant, "issuer"> {
  clients: [string, StoredOAuthClientInformation][];
  tokens: [string, KeptTokens][];
}
