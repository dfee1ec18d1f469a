import { eraseContact, exportContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { addressOf } from "./contactCalls.ts";
import { askToErase } from "./erase.ts";
import type { EraseDeps } from "./erase.ts";
import type { ExportDeps } from "./exportContact.ts";
import { makeExportAddress } from "./exportPage.ts";
import { findContact } from "./findContact.ts";
import { describeContact } from "./presentContact.ts";

/** The calls by which a person gets what is held about them, and has it erased. */
export function createPrivacyRoutes(deps: EraseDeps & ExportDeps): Route[] {
  const { store, now } = deps;
  return [
    handle(exportContact, async ({ caller, params }) => {
      const address = addressOf(caller, params);
      await findContact(store.db, address);
      return { data: { url: makeExportAddress(deps.attachmentKey, address, now()) } };
    }),

    handle(eraseContact, async ({ caller, params }) => ({
      data: await describeContact(
        { ...deps, db: store.db, now: now() },
        await askToErase(deps, addressOf(caller, params)),
      ),
    })),
  ];
}
