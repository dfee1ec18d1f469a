import { useEffect } from "react";
import type { ReactNode } from "react";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { tryOneTap } from "../../state/accounts/social.ts";

/** Lets the browser offer sign-in by the provider in a window of its own, as long as the login page is open. */
export function OneTap(): ReactNode {
  const { run, error } = useAction(tryOneTap);
  useEffect(() => {
    const leaving = new AbortController();
    void run(leaving.signal);
    return () => leaving.abort();
    // Asked once, when the page opens: `run` is rebuilt at every drawing.
  }, []);
  return error && <ErrorNotice error={error} />;
}
