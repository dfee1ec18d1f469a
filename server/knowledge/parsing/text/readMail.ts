/** Gives the page in a web archive (MHTML), which is written as a mail of several parts; undefined where there is none. */
export function readArchivedPage(bytes: Uint8Array): { html: Uint8Array; contentType: string } | undefined {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const { fields, body } = splitHead(source);
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(fields.get("content-type") ?? "")?.[1];
  const parts = boundary
    ? body.split(`--${boundary}`).slice(1, mostParts).map(splitHead)
    : [{ fields, body }];
  const page = parts.find((part) =>
    /^\s*(?:text\/html|application\/xhtml)/i.test(part.fields.get("content-type") ?? ""),
  );
  if (!page) return undefined;
  const encoding = (page.fields.get("content-transfer-encoding") ?? "").trim().toLowerCase();
  return { html: decode(page.body, encoding), contentType: page.fields.get("content-type") ?? "" };
}

const mostParts = 200;

function splitHead(part: string): { fields: Map<string, string>; body: string } {
  const text = part.replace(/^\r?\n/, "");
  const end = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, end?.index ?? 0).replace(/\r?\n[ \t]+/g, " ");
  const fields = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { fields, body: end ? text.slice(end.index + end[0].length) : "" };
}

function decode(body: string, encoding: string): Uint8Array {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  const text = body
    .replace(/=\r?\n/g, "")
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(text, "latin1");
}
