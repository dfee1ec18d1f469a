/** The kinds of content that the knowledge can read. */
export type ContentKind = "html" | "pdf" | "docx" | "xlsx" | "xls" | "pptx" | "txt" | "md" | "csv" | "json";

/** Gives what an answer holds by its content type, and by the address where the type says nothing; else undefined. */
export function findContentKind(contentType: string, url: URL): ContentKind | undefined {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  const byName = byExtension[extensionOf(url)];
  if (type === "" || vague.has(type)) return byName ?? (type === "" ? "html" : undefined);
  // Many servers send Markdown and tables as plain text.
  if (type === "text/plain") return byName === "md" || byName === "csv" || byName === "json" ? byName : "txt";
  return byType[type];
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
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "text/markdown": "md",
  "text/x-markdown": "md",
  "text/csv": "csv",
  "application/json": "json",
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

const vague = new Set(["application/octet-stream", "binary/octet-stream", "application/x-download"]);

const media =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|woff2?|ttf|eot|otf|mp[34]|m4[av]|webm|og[gv]|wav|avi|mov|mkv|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|msi|deb|rpm|iso|apk|wasm|swf)$/i;

function extensionOf(url: URL): string {
  return /\.(\w{1,8})$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
}
