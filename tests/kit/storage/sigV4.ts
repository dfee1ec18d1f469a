import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** A request as it arrived, nothing decoded. */
export interface Arrived {
  method: string;
  /** Path and query as they were written. */
  target: string;
  /** In small letters. */
  headers: Record<string, string>;
  body: Buffer;
}

export interface Keeper {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  now: () => number;
}

const algorithm = "AWS4-HMAC-SHA256";
const skewMs = 15 * 60_000;

/**
 * Holds a request against AWS Signature Version 4 for S3, as AWS describes it: by its Authorization header or by its
 * query. Gives the error code that S3 answers, or null for a good one. Written from the published algorithm and
 * independent of what signs in the product.
 */
export function refuseRequest(request: Arrived, keeper: Keeper): string | null {
  const [path = "", search = ""] = request.target.split("?");
  const query = parseQuery(search);
  const fromQuery = query.find(([name]) => name === "X-Amz-Algorithm") !== undefined;
  const given = fromQuery ? readFromQuery(query) : readFromHeader(request.headers);
  if (!given) return "AccessDenied";
  const age = keeper.now() - parseDate(given.date);
  if (given.expires === null ? Math.abs(age) > skewMs : age < -skewMs) return "RequestTimeTooSkewed";
  if (given.expires !== null && (age > given.expires * 1000 || given.expires > 604_800))
    return "AccessDenied";
  const [accessKeyId, ...scope] = given.credential.split("/");
  if (accessKeyId !== keeper.accessKeyId) return "InvalidAccessKeyId";
  if (scope.join("/") !== `${given.date.slice(0, 8)}/${keeper.region}/s3/aws4_request`)
    return "AuthorizationHeaderMalformed";
  const signed = given.signedHeaders.split(";");
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-"));
  if (!["host", ...mustBeSigned].every((name) => signed.includes(name))) return "AccessDenied";
  const payload = fromQuery ? "UNSIGNED-PAYLOAD" : (request.headers["x-amz-content-sha256"] ?? "");
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(request.body)) return "XAmzContentSHA256Mismatch";
  const canonical = [
    request.method,
    path.split("/").map(decodeURIComponent).map(encode).join("/"),
    query
      .filter(([name]) => name !== "X-Amz-Signature")
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${(request.headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    given.signedHeaders,
    payload,
  ].join("\n");
  const text = [algorithm, given.date, scope.join("/"), sha256(canonical)].join("\n");
  return isSignature(text, given.signature, { scope, keeper }) ? null : "SignatureDoesNotMatch";
}

/** The same for a form that a browser posts: its policy is signed, and says what the form may hold. */
export function refuseForm(
  form: { fields: Map<string, string>; size: number; bucket: string },
  keeper: Keeper,
) {
  const { fields } = form;
  const policyText = fields.get("policy") ?? "";
  const [accessKeyId, ...scope] = (fields.get("x-amz-credential") ?? "").split("/");
  if (accessKeyId !== keeper.accessKeyId) return "InvalidAccessKeyId";
  if (fields.get("x-amz-algorithm") !== algorithm) return "InvalidArgument";
  if (!isSignature(policyText, fields.get("x-amz-signature") ?? "", { scope, keeper }))
    return "SignatureDoesNotMatch";
  const policy = JSON.parse(Buffer.from(policyText, "base64").toString("utf8"));
  if (Date.parse(policy.expiration) <= keeper.now()) return "AccessDenied";
  const named = new Set(["policy", "x-amz-signature"]);
  for (const condition of policy.conditions) {
    const [kind, least, most] = Array.isArray(condition) ? condition : ["", 0, 0];
    if (kind === "content-length-range") {
      if (form.size < least) return "EntityTooSmall";
      if (form.size > most) return "EntityTooLarge";
      continue;
    }
    const [[name = "", value] = []] = Object.entries(condition);
    const is = name === "bucket" ? form.bucket : fields.get(name.toLowerCase());
    if (is !== value) return "AccessDenied";
    named.add(name.toLowerCase());
  }
  return [...fields.keys()].every((name) => named.has(name)) ? null : "AccessDenied";
}

interface Given {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  /** In seconds, for an address; null for a request of now. */
  expires: number | null;
}

function readFromHeader(headers: Record<string, string>): Given | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers["authorization"] ?? "",
    );
  const [, credential = "", signedHeaders = "", signature = ""] = found ?? [];
  return found && { credential, signedHeaders, signature, date: headers["x-amz-date"] ?? "", expires: null };
}

function readFromQuery(query: [string, string][]): Given | null {
  const of = (name: string) => query.find(([one]) => one === name)?.[1] ?? "";
  if (of("X-Amz-Algorithm") !== algorithm) return null;
  return {
    credential: of("X-Amz-Credential"),
    signedHeaders: of("X-Amz-SignedHeaders"),
    signature: of("X-Amz-Signature"),
    date: of("X-Amz-Date"),
    expires: Number(of("X-Amz-Expires")),
  };
}

function isSignature(text: string, given: string, by: { scope: string[]; keeper: Keeper }): boolean {
  const key = by.scope.reduce<Buffer | string>(
    (before, part) => createHmac("sha256", before).update(part).digest(),
    `AWS4${by.keeper.secretAccessKey}`,
  );
  const right = createHmac("sha256", key).update(text).digest("hex");
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}

function sha256(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}

function parseQuery(search: string): [string, string][] {
  return search
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", value = ""] = pair
        .split("=")
        .map((part) => decodeURIComponent(part.replace(/\+/g, " ")));
      return [name, value];
    });
}

/** Everything but letters, digits and -._~ is written as bytes. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `20130524T000000Z` */
function parseDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}
