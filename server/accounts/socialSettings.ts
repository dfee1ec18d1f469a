/** The sign-in provider as the operator set it. */
export interface SocialSettings {
  /** Where its discovery document lies, below `/.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  /** Absent for a client that the provider knows as public: then PKCE alone ties the code to us. */
  clientSecret?: string | undefined;
  /** Its addresses count as checked where it says nothing of that, as a tenant's Entra ID. */
  trustsEmails?: boolean | undefined;
  /** What its button is called after. */
  name: string;
  /** Where its own session ends, where discovery does not say it. */
  endSessionUrl?: string | undefined;
  /** Its FedCM configuration, by which browsers offer sign-in by themselves; absent where one tap is not offered. */
  oneTapUrl?: string | undefined;
}

export const googleIssuer = "https://accounts.google.com";

const googleOneTapUrl = "https://accounts.google.com/gsi/fedcm.json";

/** What is in the environment about the provider. */
export interface SocialEnvironment {
  clientId: string | undefined;
  clientSecret: string | undefined;
  issuer: string;
  trustsEmails?: boolean | undefined;
  name: string | undefined;
  endSessionUrl: string | undefined;
  oneTapUrl: string | undefined;
}

/** Gives the provider of the settings; null where none is set up. */
export function readSocialSettings(given: SocialEnvironment): SocialSettings | null {
  const { clientId, issuer, oneTapUrl, ...rest } = given;
  if (clientId === undefined) return null;
  const isGoogle = issuer === googleIssuer;
  return {
    ...rest,
    issuer,
    clientId,
    name: rest.name ?? (isGoogle ? "Google" : new URL(issuer).hostname),
    oneTapUrl: oneTapUrl === "off" ? undefined : (oneTapUrl ?? (isGoogle ? googleOneTapUrl : undefined)),
  };
}

/** What the console is told of it. */
export function describeSocial({ name, issuer, oneTapUrl }: SocialSettings) {
  const isGoogle = issuer === googleIssuer;
  return { label: `Continue with ${name}`, isGoogle, oneTapUrl: oneTapUrl ?? null };
}
