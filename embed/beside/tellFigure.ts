import type { ProactiveFigure } from "../../shared/domain/proactive.ts";
import type { Boot } from "../bootState.ts";

export type Figure = ProactiveFigure;

/** Tells the server what a visitor did with a message. Nobody waits for it, and what fails is not counted. */
export function tellFigure(
  { host, token }: Pick<Boot, "host" | "token">,
  told: { rule: string; text: string; what: Figure },
): void {
  const query = new URLSearchParams({ token, ...told });
  const options: RequestInit = { method: "POST", mode: "no-cors", credentials: "omit", keepalive: true };
  fetch(`${host}/api/public/v1/copilots/proactive?${query}`, options).catch(() => {});
}
