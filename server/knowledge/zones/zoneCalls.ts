import { findZone, getZone } from "../../../shared/contract/knowledge/zones.ts";
import type { Zone } from "../../../shared/contract/knowledge/zones.ts";
import { isZoneSlug } from "../../../shared/domain/zones.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Store } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { checkAgent } from "../find.ts";
import type { ZoneRow } from "./tables.ts";
import { readZone } from "./zones.ts";

/** The calls that give the zone of an agent's knowledge, by the agent and by its slug. */
export function zoneRoutes({ store }: { store: Store }): Route[] {
  return [
    handle(getZone, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await checkAgent(store.db, key);
      return { data: present(await readZone(store.db, key)) };
    }),

    handle(findZone, async ({ caller, params }) => {
      const { organizationId, agentIds } = caller;
      if (!isZoneSlug(params.zoneSlug)) {
        const message = "A zone is 6 characters: letters, digits, underscore and hyphen.";
        throw new AppError("invalid_input", { fields: [{ path: "params.zoneSlug", message }] });
      }
      const zone = await readZone(store.db, { organizationId, slug: params.zoneSlug });
      if (agentIds && !agentIds.includes(zone.agentId)) throw new AppError("not_found");
      // A deleted agent keeps its zone for as long as it can be restored, and meanwhile there is none.
      await checkAgent(store.db, { organizationId, agentId: zone.agentId });
      return { data: present(zone) };
    }),
  ];
}

function present({ slug, agentId, registeredAt }: ZoneRow): Zone {
  return { slug, agentId, registeredAt };
}
