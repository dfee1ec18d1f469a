import { toRequestError } from "../../shared/client/requestError.ts";

/** "The server response message, else the nested error message, else 'Something went wrong'" (specification 8). */
export function serverMessage(thrown: unknown): string {
  return toRequestError(thrown).said ?? "Something went wrong";
}
