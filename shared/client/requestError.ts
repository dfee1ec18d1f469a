import type { ErrorBody, ErrorCode, FieldError } from "../errors/errors.ts";

/**
 * What a call can fail with: the server's codes, and two of this side: no answer came, or the caller stopped waiting.
 */
export type RequestErrorCode = ErrorCode | "offline" | "cancelled";

interface Facts {
  status?: number;
  fields?: FieldError[];
  requestId?: string;
  retryAfterSeconds?: number;
  said?: string;
  cause?: unknown;
}

/**
 * Why a call failed, as screens show it: a code to switch on, a sentence for people, the fields that are wrong and the
 * request's id. It is not AppError, so that the widget does not carry the server's table of sentences.
 */
export class RequestError extends Error {
  readonly code: RequestErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  readonly requestId: string;
  readonly retryAfterSeconds: number | undefined;
  /** The server's own words; undefined where the sentence is this side's. */
  readonly said: string | undefined;

  constructor(code: RequestErrorCode, message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.name = "RequestError";
    this.code = code;
    this.status = facts.status ?? 0;
    this.fields = facts.fields ?? [];
    this.requestId = facts.requestId ?? "";
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.said = facts.said;
  }
}

/** Makes the error of an answer that is none, from whatever body it has. */
export function readError(response: Response, body: unknown): RequestError {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after") ?? NaN);
  const facts = {
    status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    said: readMessage(body),
  };
  if (isErrorBody(body)) {
    const { code, message, fields, requestId } = body.error;
    return new RequestError(code, message, { ...facts, fields: fields ?? [], requestId });
  }
  // Not ours: a proxy in between, or a server that is just starting.
  if (status === 401) return new RequestError("unauthenticated", "Please sign in to continue.", facts);
  const code = status >= 502 && status <= 504 ? "unavailable" : "internal";
  return new RequestError(code, `The server answered with status ${status}.`, facts);
}

/** Gives any thrown thing as a RequestError, so that a screen has one kind to show. */
export function toRequestError(thrown: unknown): RequestError {
  if (thrown instanceof RequestError) return thrown;
  const message = thrown instanceof Error && thrown.message ? thrown.message : "Something went wrong";
  return new RequestError("internal", message, { cause: thrown });
}

/** "response.data.error with a message field; response.data.message is also read" (specification 8), and comes first. */
function readMessage(body: unknown): string | undefined {
  const { message, error } = Object(body);
  return [message, Object(error).message].find((one) => typeof one === "string" && one !== "");
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}
