/** What a token endpoint answered, in whatever form. */
export interface TokenAnswer {
  accessToken: string | null;
  refreshToken: string | null;
  /** Seconds; null where it is not said. */
  lifetime: number | null;
  /** The provider's word for what is wrong; empty where nothing is. */
  error: string;
}

type Fields = Record<string, unknown>;

/**
 * Reads a token endpoint's answer: JSON, `name=value` pairs whatever type they are called, and what some put one level
 * deeper (Slack's `authed_user`). Null for all else, such as an HTML page.
 */
export function readTokenAnswer(text: string): TokenAnswer | null {
  const fields = readFields(text.trim());
  if (fields === null) return null;
  const deeper = fields["authed_user"];
  const within: Fields = typeof deeper === "object" && deeper !== null ? { ...deeper } : {};
  const from =
    readText(fields, "access_token") === null && readText(within, "access_token") ? within : fields;
  return {
    accessToken: readText(from, "access_token") ?? readText(from, "accessToken"),
    refreshToken: readText(from, "refresh_token") ?? readText(from, "refreshToken"),
    lifetime: readSeconds(from["expires_in"] ?? from["expiresIn"]),
    error: readText(fields, "error") ?? "",
  };
}

function readFields(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return /^\w+=[^\s<>]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : null;
  }
}

function readText(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function readSeconds(value: unknown): number | null {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, 1e9)
    : null;
}
