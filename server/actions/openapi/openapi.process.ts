import { OpenapiError } from "./OpenapiError.ts";
import type { OpenapiAnswer } from "./openapiAnswer.ts";
import { readOpenapi } from "./readOpenapi.ts";

process.on("message", (text: string) => process.send?.(answer(text)));

function answer(text: string): OpenapiAnswer {
  try {
    return { document: readOpenapi(text) };
  } catch (error) {
    if (error instanceof OpenapiError) return { message: error.message, isFault: false };
    return { message: unreadable, isFault: true };
  }
}

const unreadable = "The document can't be read. Check it with an OpenAPI validator.";
