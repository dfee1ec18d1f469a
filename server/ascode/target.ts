import type { AnyCall, AnswerOf, BodyOf, ParamsOf, QueryOf } from "../../shared/contract/call.ts";
import type { ErrorBody } from "../../shared/errors/errors.ts";
import { CannotStart } from "../database/cannotStart.ts";

export interface TargetOptions {
  url: string;
  apiKey: string;
  organizationId: string;
  fetch: typeof fetch;
}

interface Asked<C extends AnyCall> {
  params?: Partial<ParamsOf<C>>;
  query?: Partial<Record<keyof QueryOf<C> & string, string>>;
  body?: BodyOf<C>;
}

/** A server, reached with an API key. */
export interface Target {
  /** Identifies the server and organization in the lock file. */
  name: string;
  call<C extends AnyCall>(call: C, asked?: Asked<C>): Promise<AnswerOf<C>>;
}

/** Connects to an organization of a server. Refusals become CannotStart with the server's message. */
export function openTarget({ url, apiKey, organizationId, fetch }: TargetOptions): Target {
  const server = url.replace(/\/+$/, "");
  return {
    name: `${server} ${organizationId}`,
    async call({ family, method, path }, { params = {}, query = {}, body } = {}) {
      const values: Record<string, unknown> = { orgId: organizationId, ...params };
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(values[name])),
      );
      const address = new URL(`${server}/api/${family}${filled}`);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
      const response = await fetch(address, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw new CannotStart(`${server} does not answer. Check PILOTHOUSE_URL.`, { cause: error });
      });
      const text = await response.text();
      if (!response.ok) throw new CannotStart(`${server} refused ${method} ${filled}: ${describe(text)}`);
      return (text === "" ? undefined : JSON.parse(text)) as never; // held to the contract by the server
    },
  };
}

function describe(text: string): string {
  try {
    const { error } = JSON.parse(text) as ErrorBody; // read with care below
    const fields = error.fields.map(({ path, message }) => `${path}: ${message}`);
    return [error.message, ...fields].join(" ");
  } catch {
    return text.slice(0, 200);
  }
}
