import type { ReactNode } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { showToast } from "../../shared/ui/toasts.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { useAction } from "./useAction.ts";
import { useNow } from "./useNow.ts";

interface ResendButtonProps {
  /** From when on another code may be asked for; 0 where that is not known. */
  resendAt: number;
  resend: () => Promise<void>;
  onSent: () => void;
}

/** Asks for another code; until it may it counts down. */
export function ResendButton({ resendAt, resend, onSent }: ResendButtonProps): ReactNode {
  const leftSeconds = Math.ceil((resendAt - useNow(1000)) / 1000);
  const { run, isBusy, error } = useAction(resend);
  const handleClick = async () => {
    if (!(await run())) return;
    onSent();
    showToast("A new code is on its way");
  };
  return (
    <>
      {error && <ErrorNotice title="No code was sent." error={error} />}
      <Button kind="secondary" isBusy={isBusy} disabled={leftSeconds > 0} onClick={handleClick}>
        {leftSeconds > 0 ? `Send a new code in ${leftSeconds} s` : "Send a new code"}
      </Button>
    </>
  );
}
