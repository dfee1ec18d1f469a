import { readWorkflowImport } from "../../../shared/contract/workflows/imports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { ImportReader } from "./createImportReader.ts";
import { ImportProblem } from "./ImportProblem.ts";

/** The call that reads another builder's export. It stores nothing. */
export function importRoutes(reader: ImportReader): Route[] {
  return [
    handle(readWorkflowImport, async ({ caller, body, request }) => {
      const { organizationId } = caller;
      try {
        return { data: await reader.read(body.data.text, { organizationId, signal: request.signal }) };
      } catch (error) {
        if (!(error instanceof ImportProblem)) throw error;
        throw new AppError("invalid_input", { message: error.message });
      }
    }),
  ];
}
