import type { ReactNode } from "react";
import { Ban, Combine, Download, Eraser, UserRoundCheck } from "lucide-react";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { RowAction } from "../../../parts/RowMenu.tsx";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { ShownContact } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactDialogName } from "./contactDialogProps.ts";

interface ContactMenuProps {
  contact: ShownContact;
  onAsk: (name: ContactDialogName) => void;
}

/** What can be decided about a person. */
export function ContactMenu({ contact: { name, blockedAt }, onAsk }: ContactMenuProps): ReactNode {
  const ask = (label: string, dialog: ContactDialogName, icon: ReactNode): RowAction => ({
    ...{ label, icon },
    onChoose: () => onAsk(dialog),
  });
  const isBlocked = blockedAt !== null;
  return (
    <RowMenu
      label={`Actions for ${name}`}
      actions={[
        ask("Merge with another visitor", "merge", <Combine size={16} aria-hidden />),
        isBlocked
          ? ask("Unblock", "unblock", <UserRoundCheck size={16} aria-hidden />)
          : ask("Block", "block", <Ban size={16} aria-hidden />),
        ...(mayDo("contacts.export")
          ? [ask("Export their data", "export", <Download size={16} aria-hidden />)]
          : []),
        ...(mayDo("contacts.erase")
          ? [{ ...ask("Erase their data", "erase", <Eraser size={16} aria-hidden />), isDanger: true }]
          : []),
      ]}
    />
  );
}
