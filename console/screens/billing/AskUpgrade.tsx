import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { askForUpgrade } from "../../state/billing/plans.ts";

const mostCharacters = 500;

/** Asks owners and admins for a larger plan, for who may not change it. */
export function AskUpgrade({ orgId }: { orgId: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState("");
  const asking = useAction(async () => {
    await askForUpgrade(orgId, message.trim());
    setIsOpen(false);
    setMessage("");
    showToast("Request sent to your owners and admins");
  });
  return (
    <>
      <Button kind="secondary" onClick={() => setIsOpen(true)}>
        Ask for an upgrade
      </Button>
      {isOpen && (
        <Dialog
          title="Ask for an upgrade"
          onClose={() => setIsOpen(false)}
          actions={
            <Button kind="primary" isBusy={asking.isBusy} onClick={() => void asking.run()}>
              Send request
            </Button>
          }
        >
          <TextArea
            label="What do you need it for? (optional)"
            value={message}
            onChange={(text) => setMessage(text.slice(0, mostCharacters))}
          />
          {asking.error && <ErrorNotice title="Your request was not sent." error={asking.error} />}
        </Dialog>
      )}
    </>
  );
}
