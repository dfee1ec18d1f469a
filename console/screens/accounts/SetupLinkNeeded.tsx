import type { ReactNode } from "react";
import { KeyRound } from "lucide-react";
import { brandName } from "../../../shared/domain/product.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { loadFirstOwner } from "../../state/accounts/signIn.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";

/** There is no account yet, and only the link from the server's log opens the form. */
export function SetupLinkNeeded(): ReactNode {
  return (
    <EntryCard title={`Set up ${brandName}`}>
      <Notice
        title="Open the set-up link"
        icon={<KeyRound size={20} aria-hidden />}
        action={<Button onClick={() => loadFirstOwner()}>Check again</Button>}
      >
        The server printed it when it started. Use it to create the first owner.
      </Notice>
    </EntryCard>
  );
}
