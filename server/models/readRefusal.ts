import { readField } from "./readField.ts";

/** What a provider says in the body of a refusal. */
export interface Refusal {
  /** Its own words for the reason, which are made for programs. */
  codes: readonly string[];
  /** Its sentence for people; it may hold some of the question that was asked. */
  message: string;
  /** How long it asks to wait. */
  retryAfterMs: number | null;
}

/** A longer one is a page of something else. */
const longestBody = 64_000;

/** Reads the body of a refusal, as OpenAI and its imitators, Anthropic and Google write it; another one says nothing. */
export function readRefusal(body: unknown): Refusal {
  const error = readError(body);
  const message = readField(error, "message");
  const given = readField(error, "details");
  const details: unknown[] = Array.isArray(given) ? given : [];
  const codes = [error, ...details].flatMap((each) =>
    ["code", "type", "reason"].map((f) => readField(each, f)),
  );
  return {
    codes: codes.filter((code) => typeof code === "string"),
    message: typeof message === "string" ? message : "",
    retryAfterMs: readRetryDelay(details),
  };
}

function readError(body: unknown): unknown {
  if (typeof body !== "string" || body.length > longestBody) return null;
  try {
    const answer: unknown = JSON.parse(body);
    // Where Google speaks as OpenAI does, the refusal is in a list.
    return readField(Array.isArray(answer) ? answer[0] : answer, "error");
  } catch {
    return null;
  }
}

/** Google's `RetryInfo`: seconds, such as "26s" or "3.5s". */
function readRetryDelay(details: readonly unknown[]): number | null {
  const info = details.find((each) => String(readField(each, "@type")).endsWith("RetryInfo"));
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(readField(info, "retryDelay"))) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
