/** The kinds of content that the knowledge can read. */
export type ContentKind = "html" | "pdf" | "docx" | "xlsx" | "xls" | "pptx" | "txt" | "md" | "csv" | "json";

/** What an answer says about what it holds. */
export type ContentHints = { contentType: string; url: URL; disposition?: string | undefined };

/**
 * Gives what an answer holds by its content type, and by the name of the file where the type says nothing that can be
 * relied on; "bytes" where only its first bytes can tell, undefined for what holds no text.
 */
export function findContentKind({
  contentType,
  url,
  disposition = "",
}: ContentHints): ContentKind | "bytes" | undefined {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const byName = byExtension[extensionOf(readFileName(disposition)) || extensionOf(url.pathname)];
  // Many servers send Markdown and tables as plain text.
  if (type === "text/plain") return byName === undefined || byName === "html" ? "txt" : byName;
  const known = byType[type];
  if (known) return known;
  if (silent.test(type)) return undefined;
  return byName ?? (type === "" ? "html" : "bytes");
}

/** Gives what bytes are that no type and no name tells of; undefined for what can't be read. */
export function sniffContentKind(body: Buffer): ContentKind | undefined {
  const start = body.subarray(0, 1024).toString("latin1");
  if (/^\s*%PDF-\d/.test(start)) return "pdf";
  if (start.startsWith("PK")) return packed.find(([part]) => body.includes(part))?.[1];
  if (start.startsWith("\xd0\xcf\x11\xe0"))
    return body.includes("W\0o\0r\0k\0b\0o\0o\0k\0") ? "xls" : undefined;
  const isPage =
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
  return isPage.test(start) ? "html" : undefined;
}

/** Names of parts that only one kind of document has. */
const packed: [part: string, kind: ContentKind][] = [
  ["word/document", "docx"],
  ["xl/workbook", "xlsx"],
  ["ppt/presentation", "pptx"],
];

/** Gives the name that a server wants its file to be saved by: plain, or with its letters escaped. */
function readFileName(disposition: string): string {
  const escaped = /filename\*\s*=\s*[\w-]*'[^']*'([^;]+)/i.exec(disposition)?.[1];
  return (escaped ?? /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1] ?? "").trim();
}

/** Gives whether the address plainly leads to something without text, such as a picture or a style sheet. */
export function leadsToMedia(url: URL): boolean {
  return media.test(url.pathname);
}

const byType: Record<string, ContentKind> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.ms-excel.sheet.macroenabled.12": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "text/markdown": "md",
  "text/x-markdown": "md",
  "text/csv": "csv",
  "text/x-csv": "csv",
  "application/csv": "csv",
  "application/x-csv": "csv",
  "text/comma-separated-values": "csv",
  "text/tab-separated-values": "csv",
  "application/x-pdf": "pdf",
  "text/pdf": "pdf",
  "text/x-pdf": "pdf",
  "application/acrobat": "pdf",
  "application/json": "json",
  "application/ld+json": "json",
  "text/json": "json",
  "text/x-json": "json",
};

const byExtension: Record<string, ContentKind | undefined> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  pdf: "pdf",
  docx: "docx",
  xlsx: "xlsx",
  xlsm: "xlsx",
  xls: "xls",
  pptx: "pptx",
  txt: "txt",
  md: "md",
  markdown: "md",
  csv: "csv",
  json: "json",
};

/** Pictures, sounds, films, fonts, and program files. */
const silent =
  /^(?:image|audio|video|font|model|chemical)\/|javascript|ecmascript|^text\/css$|wasm|x-shockwave/;

const media =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|eot|otf|mp[34]|m4[av]|webm|og[gv]|wav|avi|mov|mkv|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|msi|deb|rpm|iso|apk|wasm|swf)$/i;

function extensionOf(name: string): string {
  return /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
