import { readRefusal } from "./readRefusal.ts";
import { readField } from "./readField.ts";

/** Why a model gave no whole answer: each kind with the code and sentence that people get. */
export const faultTable = {
  key: { again: false, message: "The model's key was refused. An owner can check it." },
  funds: { again: false, message: "The model's account has no credit left. An owner can check it." },
  allowance: {
    again: false,
    message:
      "Your organization has used today's credits of this server's model keys. Add a key of your own, or wait until tomorrow.",
  },
  no_way: { again: false, message: "The model is not set up on this installation." },
  unknown_model: { again: false, message: "The provider does not know this model." },
  no_access: { again: false, message: "The provider gives no access to this model. An owner can check it." },
  request: { again: false, message: "The model did not accept this question. Try to put it differently." },
  file: {
    again: false,
    message: "The model did not accept the file. Try another one, or ask without it.",
  },
  tools: { again: false, message: "The model can't use tools." },
  busy: { again: true, message: "The model is busy at the moment. Please try again in a moment." },
  unavailable: { again: true, message: "The model did not answer. Please try again." },
  unreachable: { again: true, message: "The model could not be reached. Please try again." },
  timeout: { again: false, message: "The model took too long. Please try again." },
  cut: { again: true, message: "The answer was cut off before its end. Please try again." },
  garbled: { again: true, message: "The model's answer could not be read. Please try again." },
  empty: { again: true, message: "The model gave an empty answer. Please try again." },
  filtered: { again: false, message: "The model declined to answer this. Try to put it differently." },
} satisfies Record<string, { again: boolean; message: string }>;

export type FaultKind = keyof typeof faultTable;

/** Thrown where a model's answer ends before its end, or never begins. The message is for people and has no secrets. */
export class ModelFault extends Error {
  override name = "ModelFault";
  readonly kind: FaultKind;
  /** How long the provider asked to wait before the next try. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(faultTable[kind].message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Gives the fault that an error of a provider's SDK, or of the network, stands for. */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  const status = readNumber(error, "statusCode");
  const retryAfterMs = readRetryAfter(error);
  if (status !== null) return new ModelFault(kindOf(status, error), { cause: error, retryAfterMs });
  // How the SDK tells a stream without an end.
  if (isNamed(error, /InvalidResponseData/)) return new ModelFault("cut", { cause: error });
  if (isNamed(error, /JSONParse|TypeValidation/)) {
    return new ModelFault("garbled", { cause: error });
  }
  // The SDK knows before asking that this provider has no way to take such a part.
  if (isNamed(error, /UnsupportedFunctionality/)) return new ModelFault("request", { cause: error });
  if (isNamed(error, /APICallError|TypeError|ResponseBodyStream|EgressError/)) {
    return new ModelFault("unreachable", { cause: error });
  }
  return new ModelFault("unavailable", { cause: error });
}

/** Whether a provider refused for the tools that it was told of: those that serve models without any say so in words. */
export function isAboutTools({ kind, cause }: ModelFault): boolean {
  const mayBe = kind === "request" || kind === "unknown_model" || kind === "unavailable";
  return mayBe && /\btools?\b|tool[_ -]?(choice|call)|function[_ -]call/i.test(readBody(cause));
}

function kindOf(status: number, error: unknown): FaultKind {
  const { codes, message } = readRefusal(readField(error, "responseBody"));
  // Said also of one model, a region or a project: the key may lead to others. OpenAI says so with 401 of its scopes.
  if (status === 403 || (status === 401 && missingScopes.test(message))) return "no_access";
  // Google answers 400 to a key that is none.
  if (status === 401 || codes.includes("API_KEY_INVALID")) return "key";
  // Ordinary limits speak of plans and billing too, and some refusals hold what a visitor wrote.
  const isUnpaid = codes.some((code) => unpaid.has(code)) || (status === 400 && unpaidMessage.test(message));
  if (status === 402 || isUnpaid) return "funds";
  if (status === 404) return "unknown_model";
  if (status === 429) return "busy";
  if (status === 408 || status === 409 || status === 425 || status >= 500) return "unavailable";
  if (status >= 400) return /content_(filter|policy)/i.test(readBody(error)) ? "filtered" : "request";
  // An answer of 2xx that is no stream of this provider's.
  return "garbled";
}

/** Of a key that may do some things and not others. */
export const missingScopes = /missing scopes/i;
/** OpenAI's codes for an account that can't pay. */
const unpaid = new Set(["insufficient_quota", "billing_not_active", "billing_hard_limit_reached"]);
/** Anthropic has no code for it. */
const unpaidMessage = /^your credit balance is too low/i;

/** How long the provider asks to wait, by its headers or else in what it says; null where it does not. */
function readRetryAfter(error: unknown): number | null {
  return readRetryHeaders(error) ?? readRefusal(readField(error, "responseBody")).retryAfterMs;
}

/** Reads Retry-After in seconds or as a date, and `retry-after-ms`; null where neither is there. */
function readRetryHeaders(error: unknown): number | null {
  const headers = readField(error, "responseHeaders");
  const ms = Number(readField(headers, "retry-after-ms") ?? NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = readField(headers, "retry-after");
  if (typeof value !== "string") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function readBody(error: unknown): string {
  const body = readField(error, "responseBody");
  return typeof body === "string" ? body.slice(0, 4000) : "";
}

function readNumber(error: unknown, field: string): number | null {
  const value = readField(error, field);
  return typeof value === "number" ? value : null;
}

/** SDK errors carry their kind in their name; several copies of a package make instanceof unreliable. */
function isNamed(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && pattern.test(error.name);
}
