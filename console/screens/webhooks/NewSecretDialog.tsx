import type { ReactNode } from "react";
import { ShownOnceDialog } from "../../parts/ShownOnceDialog.tsx";
import type { NewSecret } from "../../state/webhooks/webhooks.ts";

interface NewSecretDialogProps {
  made: NewSecret;
  onClose: () => void;
}

/** Shows a webhook's new secret, this once. */
export function NewSecretDialog({ made, onClose }: NewSecretDialogProps): ReactNode {
  return (
    <ShownOnceDialog
      what="secret"
      label="Signing secret"
      text={made.secret}
      width={600}
      warning="Your program uses it to verify requests."
      onClose={onClose}
    >
      {made.oldSecretUntil !== null && (
        <p>For a day, requests are signed with both secrets. Update your program in that time.</p>
      )}
      <p>
        Requests are signed as in Standard Webhooks, which has libraries for most languages: HMAC-SHA256 over{" "}
        <code>webhook-id.webhook-timestamp.body</code>, in the header <code>webhook-signature</code>.
      </p>
    </ShownOnceDialog>
  );
}
