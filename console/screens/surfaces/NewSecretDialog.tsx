import type { ReactNode } from "react";
import { ShownOnceDialog } from "../../parts/ShownOnceDialog.tsx";

/** Shows a new secret, this once. */
export function NewSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  return (
    <ShownOnceDialog what="secret" label="Secret" text={secret} width={520} onClose={onClose}>
      <p>
        Set it in your server’s environment as <code>PILOTHOUSE_SECRET</code>, as in the examples.
      </p>
    </ShownOnceDialog>
  );
}
