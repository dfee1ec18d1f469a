import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Download, Share } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { install, installing } from "../../state/shell/installing.ts";

/** How the inbox becomes an app of this device; nothing where it is one, or where the browser offers none. */
export function InstallPart(): ReactNode {
  const { state } = useSnapshot(installing);
  const { run, isBusy, error } = useAction(install);
  if (state === "byHand") {
    return (
      <p className={hint}>
        <Share size={18} aria-hidden />
        <span>
          To install the app, open Share in Safari and choose <strong>Add to Home Screen</strong>.
        </span>
      </p>
    );
  }
  if (state !== "offered") return <span />;
  return (
    <div className={offer}>
      <Button isBusy={isBusy} icon={<Download size={16} aria-hidden />} onClick={() => void run()}>
        Install as an app
      </Button>
      {error && <ErrorNotice title="The app couldn’t be installed." error={error} />}
    </div>
  );
}

const offer = css`
  display: grid;
  gap: 8px;
  padding: 4px 10px;
`;
const hint = css`
  display: flex;
  gap: 12px;
  padding: 8px 10px;
  color: var(--ph-text-2);
  & > svg {
    flex: none;
    margin-top: 2px;
  }
`;
