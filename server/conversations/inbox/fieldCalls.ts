import {
  createCustomField,
  listCustomFields,
  removeCustomField,
  updateCustomField,
} from "../../../shared/contract/conversations/inbox/customFields.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import { changeField, dropField, listCountedFields, makeField, presentField } from "./customFields.ts";

/** The calls on the custom fields of an organization's conversations. */
export function createFieldRoutes(deps: Pick<ConversationDeps, "store" | "events" | "now">): Route[] {
  return [
    handle(listCustomFields, async ({ caller }) => ({
      data: await listCountedFields(deps.store.reader, caller),
    })),

    handle(createCustomField, async ({ caller: { organizationId }, body }) => ({
      // Of two who make it at once the second is told that the key is taken.
      data: presentField(await retryOnDuplicate(() => makeField(deps, organizationId, body.data))),
    })),

    handle(updateCustomField, async ({ caller: { organizationId }, params, body }) => ({
      data: presentField(await changeField(deps, { organizationId, key: params.fieldKey }, body.data)),
    })),

    handle(removeCustomField, async ({ caller: { organizationId }, params }) => {
      await dropField(deps, { organizationId, key: params.fieldKey });
      return undefined;
    }),
  ];
}
