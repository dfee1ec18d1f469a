import { Suspense, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { TestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import type { MadeCase } from "../../state/agents/reuseAnswer.ts";
import { removeCase } from "../../state/evaluation/evaluation.ts";
import { navigate } from "../../state/shell/navigation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { offerUndo } from "../../state/shell/undo.ts";
import { useAction } from "../useAction.ts";
import { caseLink } from "./links.ts";
import { CaseDialog } from "./overlays.ts";

interface MakingCases {
  /** Makes a case and says so; one that was there already is opened instead. */
  make: (create: () => Promise<MadeCase>) => void;
  open: (testCase: TestCase) => void;
  isBusy: boolean;
  error: RequestError | null;
  /** The open case; the screen that makes cases draws it. */
  dialog: ReactNode;
}

/**
 * Makes test cases by one click each: what was made can be changed or taken back for as long as the bar says so. Tells
 * what became of the case: as it is stored, or null where it was taken back.
 */
export function useMadeCase(place: AgentPlace, onChange?: (testCase: TestCase | null) => void): MakingCases {
  const [opened, setOpened] = useState<TestCase | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const making = useAction(async (create: () => Promise<MadeCase>) => {
    const { isNew, ...testCase } = await create();
    onChange?.(testCase);
    if (!isNew) return setOpened(testCase);
    offerUndo({
      text: "Test case created",
      made: testCase.id,
      edit: () => (isShown.current ? setOpened(testCase) : navigate(caseLink(place, testCase.id))),
      async undo() {
        await removeCase(place, testCase.id);
        // Undone changes can no longer be changed.
        setOpened((current) => (current?.id === testCase.id ? null : current));
        onChange?.(null);
      },
    });
  });
  const dialog = opened && (
    <Suspense fallback={null}>
      <CaseDialog
        place={place}
        id={opened.id}
        given={opened}
        onSaved={onChange}
        onClose={() => setOpened(null)}
      />
    </Suspense>
  );
  const { isBusy, error } = making;
  return { make: (create) => void making.run(create), open: setOpened, isBusy, error, dialog };
}
