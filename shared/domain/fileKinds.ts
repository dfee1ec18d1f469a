/** Kinds of files in a data source (specification 9), with what the names of such files end with; presentations are `files`. */
const endingsOf = {
  csvFiles: ["csv", "tsv"],
  textFiles: ["txt", "md", "markdown", "html", "htm", "json"],
  docFiles: ["docx"],
  pdfFiles: ["pdf"],
  excelFiles: ["xlsx", "xlsm", "xls"],
} as const;

/** "files, csvFiles, textFiles, docFiles, pdfFiles, excelFiles": `files` takes all that is read. */
export const fileKinds = ["files", "csvFiles", "textFiles", "docFiles", "pdfFiles", "excelFiles"] as const;
export type FileKind = (typeof fileKinds)[number];

/** The endings of all files that are read. */
export const fileEndings = ["pptx", ...Object.values(endingsOf).flat()] as readonly string[];

/** The endings that names of this kind have. */
export function endingsOfKind(kind: FileKind): readonly string[] {
  return kind === "files" ? fileEndings : endingsOf[kind];
}
