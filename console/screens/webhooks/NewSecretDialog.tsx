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
      warning="Your program checks with it that a request comes from here."
      onClose={onClose}
    >
      {made.oldSecretUntil !== null && (
        <p>
          For a day every request carries both signatures, by this secret and by the one before, so you can
          change it in your program without missing anything.
        </p>
      )}
      <p>
        Signed by the Standard Webhooks scheme, for which most languages have a library: HMAC-SHA256 over{" "}
        <code>webhook-id.webhook-timestamp.body</code>, in the header <code>webhook-signature</code>.
      </p>
    </ShownOnceDialog>
  );
}
