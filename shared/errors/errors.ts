/** What the server answers when something is wrong: one row a code, with its status and the sentence that people read. */
export const errorTable = {
  invalid_input: { status: 400, message: "Some of what was sent is not valid. Check the fields named here." },
  unauthenticated: { status: 401, message: "Please sign in to continue." },
  wrong_credentials: { status: 401, message: "The e-mail address or password is wrong." },
  api_key_refused: {
    status: 401,
    message: "This API key is not valid: it is wrong, revoked or expired.",
  },
  identity_required: { status: 401, message: "Please sign in on this site to write here." },
  identity_refused: { status: 401, message: "Your sign-in on this site was not accepted." },
  identity_expired: { status: 401, message: "Your sign-in on this site has ended. Please sign in again." },
  captcha_needed: {
    status: 403,
    message: "This server asks your browser for a small proof of work. Reload the page and try again.",
  },
  captcha_expired: { status: 403, message: "That took too long. Please try again." },
  captcha_refused: {
    status: 403,
    message: "Your browser's proof of work was not accepted. Please try again.",
  },
  setup_closed: { status: 403, message: "The first owner already exists. Please sign in." },
  setup_link_needed: {
    status: 403,
    message: "Open the set-up link that the server printed in its log when it started.",
  },
  public_url_needed: {
    status: 409,
    message:
      "The server doesn't know its own address, so it writes no links. Ask the operator to set PUBLIC_URL.",
  },
  registration_closed: {
    status: 403,
    message: "Accounts are by invitation only. Ask a member of your organization for a link.",
  },
  provider_cancelled: { status: 403, message: "You did not finish signing in with the provider. Try again." },
  provider_expired: {
    status: 403,
    message: "This sign-in took too long, or was started in another browser. Try again.",
  },
  provider_refused: { status: 403, message: "What the sign-in provider sent is not valid here. Try again." },
  provider_unverified: {
    status: 403,
    message: "The provider has not verified your e-mail address. Verify it there, then try again.",
  },
  password_needed: { status: 403, message: "Enter your current password too." },
  second_factor_required: {
    status: 403,
    message:
      "This organization requires two-factor sign-in. Set it up in your profile, then reload the page.",
  },
  sign_in_again: { status: 403, message: "This sign-in took too long. Enter your password again." },
  code_wrong: { status: 403, message: "This code is wrong. Check it and try again." },
  code_elsewhere: {
    status: 403,
    message: "No code was requested in this browser. Enter it where you started, or start again here.",
  },
  invite_for_other: {
    status: 403,
    message: "This invitation was sent to another e-mail address. Sign in with that one.",
  },
  api_key_not_allowed: { status: 403, message: "An API key can't be used for this. Sign in as a person." },
  forbidden: { status: 403, message: "Your role does not allow this. Ask an owner or an admin." },
  cross_site: { status: 403, message: "This request came from another site and was refused." },
  signature_refused: {
    status: 403,
    message: "The request's signature was refused. Reload the page and try again.",
  },
  origin_not_allowed: { status: 403, message: "This site is not among the domains allowed for this agent." },
  ticket_expired: { status: 403, message: "This page has been open for a long time. Reload it to continue." },
  surface_disabled: { status: 403, message: "This agent is not available at the moment." },
  visitor_blocked: {
    status: 403,
    message: "You can no longer write in this chat. Please contact us another way.",
  },
  not_found: { status: 404, message: "This doesn't exist, or it was deleted." },
  invite_invalid: { status: 404, message: "This invitation is no longer valid." },
  password_link_invalid: { status: 404, message: "This link is no longer valid. Ask for a new one." },
  code_ended: { status: 404, message: "This code is no longer valid. Ask for a new one." },
  bad_token: { status: 404, message: "No agent belongs to this token. Copy the snippet from Deploy again." },
  method_not_allowed: { status: 405, message: "This address does not accept this kind of request." },
  timeout: { status: 408, message: "The request took too long to arrive. Please try again." },
  conflict: { status: 409, message: "This was changed in the meantime. Reload to see the latest version." },
  last_owner: { status: 409, message: "An organization needs an owner. Make another member an owner first." },
  name_taken: { status: 409, message: "This name is taken. Choose another one." },
  provider_conflict: {
    status: 409,
    message:
      "Your account is linked with another sign-in of this provider. Sign in with that one or by password.",
  },
  code_used: { status: 409, message: "This code was already used. Sign in with your password." },
  contact_unreachable: { status: 409, message: "This visitor couldn't see your message." },
  identity_changed: { status: 409, message: "This session belongs to someone else. Start a new one." },
  repeated_with_other_content: {
    status: 409,
    message: "A message with this ID was already sent with different content.",
  },
  idempotency_key_reused: {
    status: 409,
    message: "This Idempotency-Key was used for a different request. Use a new key for each request.",
  },
  idempotency_key_busy: {
    status: 409,
    message: "The first request with this Idempotency-Key is still running. Try again in a moment.",
  },
  plan_limit: { status: 402, message: "Your plan has limited access, Upgrade to unlock full potential!" },
  storage_full: {
    status: 422,
    message: "The storage for files is full. Nothing more can be added until other files are deleted.",
  },
  too_large: { status: 413, message: "The request is too large." },
  attachments_refused: { status: 422, message: "This agent does not accept files." },
  feedback_refused: { status: 422, message: "Ratings are turned off in this chat." },
  offline_form_refused: { status: 422, message: "This chat has no offline form." },
  person_refused: { status: 422, message: "This chat does not hand over to people." },
  surface_refused: { status: 422, message: "Conversations can’t be started on this surface." },
  picture_refused: {
    status: 422,
    message: "This picture is not supported. Choose a PNG, JPEG, GIF or WebP of at most 1 MB.",
  },
  unsupported_media: { status: 415, message: "This content type is not accepted here." },
  model_key_refused: { status: 422, message: "The model provider does not accept this key." },
  source_refused: { status: 422, message: "This source can't be read." },
  too_many: {
    status: 429,
    message: "Too many attempts. Try again in a minute.",
  },
  internal: { status: 500, message: "Something went wrong" },
  provider_failed: {
    status: 502,
    message: "The sign-in provider gave an unexpected answer. Please try again in a moment.",
  },
  speech_failed: {
    status: 502,
    message: "The recording could not be understood.",
  },
  model_failed: { status: 502, message: "The model did not answer. Please try again." },
  unavailable: { status: 503, message: "The server is busy or stopping. Please try again in a moment." },
} satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One field of the input that is wrong: its path (`body.data.name`) and what to do about it. */
export interface FieldError {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  /** The sentence for people, where the table's own is too general. Never carries secrets. */
  message?: string;
  fields?: FieldError[];
  /** For `too_many` and `unavailable`: when it is worth trying again. */
  retryAfterSeconds?: number;
  /** What the log gets and people do not. */
  cause?: unknown;
}

/** An error that people may see; everything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? sayWait(code, options) ?? errorTable[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorTable[code].status;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** How long to wait, where that is known. */
function sayWait(code: ErrorCode, { retryAfterSeconds: seconds }: AppErrorOptions): string | undefined {
  if (code !== "too_many" || seconds === undefined) return undefined;
  const [count, unit] = seconds < 90 ? [Math.max(1, seconds), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `Too many attempts. Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}

/** The body of every answer that is an error. `message` stands twice because older clients read the outer one. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; fields: FieldError[]; requestId: string };
  message: string;
}
