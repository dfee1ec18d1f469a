import { createHash } from "node:crypto";
import { ParseError } from "./ParseError.ts";
import type { ParseAnswer, ParseTask } from "./parseTask.ts";

// A fault in a library's own promise belongs to the document at hand, and the answer to that is on its way.
process.on("unhandledRejection", () => {});

const { parseDocument } = await import("./parseDocument.ts");
const { readTable } = await import("./readTable.ts");
const { splitIntoPassages } = await import("../passages/splitIntoPassages.ts");

process.on("message", (task: ParseTask) => {
  void answer(task).then((result) => process.send?.(result));
});

async function answer({ input, limits, as }: ParseTask): Promise<ParseAnswer> {
  try {
    if (as === "picture") {
      // Few documents are pictures, and it takes megabytes.
      const { drawPicture } = await import("./drawPicture.ts");
      return { picture: await drawPicture(input.bytes) };
    }
    if (as === "table") return { table: readTable(input, limits) };
    const document = await parseDocument(input, limits);
    const hash = createHash("sha256")
      .update(JSON.stringify([document.title, document.sections]))
      .digest("hex");
    return { document: { ...document, passages: splitIntoPassages(document), hash } };
  } catch (error) {
    const { reason, message } = error instanceof ParseError ? error : new ParseError("broken");
    return { reason, message };
  }
}
