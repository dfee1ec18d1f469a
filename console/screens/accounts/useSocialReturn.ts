import { useEffect, useRef, useState } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { useAction } from "../../parts/useAction.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { paths } from "../../state/shell/paths.ts";
import { waitingSignIn } from "../../state/accounts/signIn.ts";
import { endSocialSignIn, readSocialReturn } from "../../state/accounts/social.ts";

/** Goes on with a sign-in that comes back from the provider to this page: whether it is on its way, or why it ended. */
export function useSocialReturn(): { isComing: boolean; error: RequestError | null } {
  const [returned] = useState(() => readSocialReturn(location.search));
  const [isComing, setIsComing] = useState(returned !== null);
  const hasBegun = useRef(false);
  const { run, error } = useAction(endSocialSignIn);
  useEffect(() => {
    if (!returned || hasBegun.current) return;
    hasBegun.current = true;
    // What is in the address is good once: a reload, or somebody who gets the link, does nothing by it.
    navigate(paths.login, { replace: true });
    // After signing in the user leaves this page, and until then nothing else is shown. A user who must enter more
    // stays.
    void run(returned).then((isDone) => setIsComing(isDone && waitingSignIn.token === null));
  }, []);
  return { isComing, error };
}
