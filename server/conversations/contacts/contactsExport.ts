import {
  contactsExport,
  exportContacts,
} from "../../../shared/contract/conversations/exports/contactExports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { PageRoute } from "../../requests/page.ts";
import { keepChosen, readChosen } from "../exports/chosen.ts";
import { createExportAddress } from "../exports/exportAddress.ts";
import { createExportPage } from "../exports/exportPage.ts";
import type { ExportDeps } from "../exports/exportPage.ts";
import { countContacts } from "./listContacts.ts";
import { writeContacts } from "./writeContacts.ts";

const address = createExportAddress("contacts", {
  path: "/api/console/v1/contactexports",
  wanted: contactsExport,
});

/** The call that gives the address at which people are saved as a file. */
export function createContactsExportRoute({ store, attachmentKey, now }: ExportDeps): Route {
  return handle(exportContacts, async ({ caller, params, body }) => {
    const { organizationId, userId } = caller;
    const { id: agentId } = await findAgent(store.db, { organizationId, agentId: params.productId });
    const { contactIds, ...what } = body.data;
    const asked = { organizationId, agentId, userId };
    const chosen = { organizationId, agentId, filter: what.filter, contactIds };
    if (contactIds && (await countContacts(store.reader, chosen)) === 0) throw new AppError("not_found");
    const chosenId = contactIds && (await keepChosen(store.db, { ...asked, ids: contactIds }, now()));
    return { data: address.make(attachmentKey, { ...asked, chosenId, export: what }, now()) };
  });
}

/** The address itself. */
export function contactsExportPage(deps: ExportDeps): PageRoute {
  const { store } = deps;
  return createExportPage(deps, {
    address,
    name: () => "contacts",
    write: async ({ organizationId, agentId, chosenId, export: { filter, format } }) => {
      const key = { organizationId, agentId };
      const contactIds =
        chosenId === undefined ? undefined : await readChosen(store.db, { ...key, id: chosenId });
      return writeContacts(store.reader, { ...key, filter, contactIds }, format);
    },
  });
}
