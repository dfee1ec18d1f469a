import { countProactive, listProactiveFigures } from "../../shared/contract/surfaces/proactive.ts";
import { findAgent } from "../agents/find.ts";
import type { Store } from "../database/store.ts";
import { handle, type Route } from "../requests/handle.ts";
import { checkOpen, findByToken } from "./find.ts";
import { askingOrigin } from "./origins.ts";
import { settingsOf } from "./present.ts";

/** The calls on what the chat says first: pages tell what visitors do with it, and the team reads how often. */
export function proactiveRoutes({ store }: { store: Store }): Route[] {
  return [
    handle(countProactive, async ({ query, request }) => {
      const { row, agent } = await findByToken(store.db, query.token);
      checkOpen({ row, agent, origin: askingOrigin(request.headers) });
      const rule = settingsOf(agent, row).proactive.find(({ id }) => id === query.rule);
      // A page that has been open for long may tell of what is no longer said.
      if (!rule?.texts.some(({ id }) => id === query.text)) return undefined;
      const { organizationId, agentId } = row;
      const { what } = query;
      const none = { shown: 0, opened: 0, dismissed: 0, answered: 0 };
      await store.db
        .insertInto("proactiveFigures")
        .values({ organizationId, agentId, ruleId: query.rule, textId: query.text, ...none, [what]: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(["organizationId", "agentId", "ruleId", "textId"])
            .doUpdateSet((given) => ({ [what]: given(`proactiveFigures.${what}`, "+", 1) })),
        )
        .execute();
      return undefined;
    }),

    handle(listProactiveFigures, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await findAgent(store.db, key);
      const rows = await store.db
        .selectFrom("proactiveFigures")
        .selectAll()
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId)
        .orderBy("ruleId")
        .orderBy("textId")
        .execute();
      return {
        items: rows.map(({ ruleId, textId, shown, opened, dismissed, answered }) => ({
          ...{ ruleId, textId, shown, opened, dismissed, answered },
        })),
      };
    }),
  ];
}
