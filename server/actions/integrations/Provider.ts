import type { SkillDraft, SkillAuth } from "../../../shared/contract/skills/skills.ts";

/** How a request is signed by an access: none of these refers to a connection. */
export type ConcreteAuth = Exclude<SkillAuth, { type: "connection" | "none" }>;

export interface ProviderSetting {
  /** Stands in braces in the provider's addresses: `{site}`. */
  id: string;
  label: string;
  hint: string;
  placeholder: string;
  isRequired: boolean;
  /** What a value has to be, and what is said of one that is not. */
  pattern: RegExp;
  problem: string;
}

export interface ProviderOAuth {
  authorizeUrl: string;
  tokenUrl: string;
  /** Where its owner makes a client. */
  clientsUrl: string;
  scopes: readonly { scope: string; words: string }[];
  scopeSeparator?: "," | " ";
  /** What goes along to the page on which people agree. */
  query?: Readonly<Record<string, string>>;
  /** How the client shows itself to the token endpoint; `json` is Basic with a body of JSON. */
  client: "post" | "basic" | "json";
  /** Whether a code is tied to the request that led to it (PKCE); some refuse what they don't know. */
  usesPkce: boolean;
  /** What the provider names as `iss` when it sends the browser back, where it does. */
  issuer?: string;
  /** Whether visitors can sign in with accounts of their own, so that an action sees only what is theirs. */
  isForVisitors?: boolean;
}

/** Where something stands in an event: in a header, or by JMESPath in its body. */
export type EventPlace = { header: string } | { pick: string };

export type EventVerification =
  /** The header holds the secret itself. */
  | { scheme: "token"; header: string }
  | {
      scheme: "hmac";
      header: string;
      /** Before the signature. `t=…,v1=…` stands for a header that holds the time too. */
      form: "plain" | "sha256=" | "v0=" | "hmac-sha256=" | "t,v1";
      encoding: "hex" | "base64";
      /** What is signed, with {body}, {time} and {url}. */
      signed: string;
      timeHeader?: string;
      /** Whether the secret is the key written in base64. */
      isKeyBase64?: boolean;
    };

export interface ProviderEvents {
  /** How one has the provider send them, in a sentence or two. */
  hint: string;
  secretLabel: string;
  types: readonly { type: string; words: string }[];
  verify: EventVerification;
  type: EventPlace;
  /** What tells a repeat from another event; the body itself where nothing does. */
  id?: EventPlace;
  /** What of the body is answered in return, which proves the address to the provider. */
  challenge?: string;
  /** The field by which the provider hands over the secret, before anything is signed with it. */
  handover?: string;
}

export interface ProviderOperation {
  id: string;
  skill: Omit<SkillDraft, "name">;
}

/** A service as its file describes it. `{id}` in an address stands for a setting. */
export interface Provider {
  id: string;
  name: string;
  summary: string;
  /** The name of a picture in the console. */
  icon: string;
  settings: readonly ProviderSetting[];
  /** The one address to which the access goes, without a slash at its end. */
  apiUrl: string;
  /** How requests are signed by what signing in gave. */
  sends: ConcreteAuth;
  oauth: ProviderOAuth | null;
  /** A key in place of signing in. */
  key: { label: string; hint: string; sends: ConcreteAuth } | null;
  /** Tells whose account it is; null where nothing does for every access. */
  whoami: {
    path: string;
    method?: "GET" | "POST";
    headers?: Readonly<Record<string, string>>;
    pick: string;
  } | null;
  /** Picks what went wrong from an answer that says so with 200, and which of that means a lost access. */
  fault?: { pick: string; lost: readonly string[] };
  events: ProviderEvents | null;
  operations: readonly ProviderOperation[];
}
