import { Suspense } from "react";
import type { ConnectedConfig } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import type { KindScreen } from "../kinds/kind.ts";
import { NameField } from "../NameField.tsx";
import type { ConnectedDraft } from "./connectedDraft.ts";
import { ConnectedFields } from "../kinds/kindFields.ts";

type Common<Kind extends ConnectionProvider> = Omit<
  KindScreen<Kind, ConnectedDraft<Kind>>,
  "icon" | "addLabel"
>;

/** What all kinds that are read with somebody's account have in common. */
export function connectedKind<Kind extends ConnectionProvider>(
  kind: Kind,
  { mostLabel }: { mostLabel: string },
): Common<Kind> {
  return {
    blank: () => ({ kind, name: "", connectionId: null, items: [], maxItems: "1000" }),
    open(config, name) {
      const { connectionId, items, maxItems } = config as ConnectedConfig; // it is one of them
      return { kind, name, connectionId, items, maxItems: String(maxItems) };
    },
    read({ name, connectionId, items, maxItems }) {
      const most = Math.floor(Number(maxItems) || 0);
      // The list holds what the kind's own picker gave.
      return { name: name.trim(), config: { kind, connectionId, items, maxItems: most } as never };
    },
    Fields: ({ draft, error, isEdit, place, onChange }) => (
      <>
        <Suspense fallback={<Skeleton height="240px" />}>
          <ConnectedFields
            draft={draft}
            isEdit={isEdit}
            place={place}
            onChange={(changed) => onChange({ ...changed, kind })}
          />
        </Suspense>
        {(isEdit || draft.connectionId !== null) && (
          <>
            <TextField
              label={mostLabel}
              type="number"
              hint="1 to 5,000."
              value={draft.maxItems}
              onChange={(maxItems) => onChange({ ...draft, maxItems })}
              error={findFieldError(error, "maxItems")}
            />
            <NameField draft={draft} error={error} isEdit={isEdit} onChange={onChange} />
          </>
        )}
      </>
    ),
    errorFields: ["maxItems", "data.name"],
    hasNoFirstField: true,
    isWithoutChoice: ({ connectionId, items }) => connectionId === null || items.length === 0,
    // What comes next is shown once there is an account to choose in.
    hidesPreview: ({ connectionId }) => connectionId === null,
    describe(config) {
      const { items } = config as ConnectedConfig; // it is one of them
      const [first, ...rest] = items.map(({ name }) => name);
      return rest.length === 0 ? (first ?? "") : `${first} and ${rest.length} more`;
    },
  };
}
