import { createHash } from "node:crypto";
import { readDesignSelection, selectForDesignTool } from "../../shared/contract/accounts/social.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { isUniqueViolation } from "../database/faults.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { hashLinkToken } from "./linkToken.ts";
import { findMember } from "./members.ts";

export interface DesignDeps {
  store: Store;
  now: () => number;
  /** The organization of the agent whose chat widget has this public token; null for a token that nobody has. */
  findOrganizationOfToken: (token: string) => Promise<string | null>;
}

/** How long a plug-in has to read what was chosen for it. */
const goodForMs = 10 * 60 * 1000;
const usedMessage = "An agent was already chosen. Start again in your design tool.";

/** The calls by which somebody hands an agent to a plug-in of a design tool. */
export function designRoutes({ store: { db }, now, findOrganizationOfToken }: DesignDeps): Route[] {
  return [
    handle(selectForDesignTool, async ({ caller: { userId }, body }) => {
      const organizationId = await findOrganizationOfToken(body.token);
      const member = organizationId && (await findMember(db, { userId, organizationId }));
      if (!member) throw new AppError("bad_token");
      const expiresAt = now() + goodForMs;
      const row = { writeKeyHash: hashLinkToken(body.write_key), userId, token: body.token, expiresAt };
      await db.deleteFrom("designSelections").where("expiresAt", "<=", now()).execute();
      await db
        .insertInto("designSelections")
        .values(row)
        .execute()
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new AppError("conflict", { message: usedMessage }) : error;
        });
      return { data: { expiresAt } };
    }),

    handle(readDesignSelection, async ({ params, request }) => {
      const writeKey = createHash("sha256").update(params.readKey).digest("base64url");
      const row = await db
        .selectFrom("designSelections")
        .select("token")
        .where("writeKeyHash", "=", hashLinkToken(writeKey))
        .where("expiresAt", ">", now())
        .executeTakeFirst();
      const status: "chosen" | "waiting" = row ? "chosen" : "waiting";
      // A plug-in has no origin that could be named, and sends no cookie that could be used.
      request.setHeader("Access-Control-Allow-Origin", "*");
      return { data: { status, token: row?.token ?? null } };
    }),
  ];
}
