import { useState } from "react";
import type { ReactNode } from "react";
import { Download, FlaskConical } from "lucide-react";
import type { NewTestCase } from "../../../shared/contract/testCase.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import CaseDialog from "../../parts/evaluation/CaseDialog.tsx";
import { saveFile } from "../../parts/saveFile.ts";
import { useAction } from "../../parts/useAction.ts";
import type { ThreadPlace } from "../../state/conversation.ts";
import { draftCase, readReproduction } from "../../state/evaluation.ts";
import { mayDo } from "../../state/organization.ts";

/** What a bad answer can be made into: a case that is asked from now on, and a file to try it elsewhere. */
export default function AnswerActions({ place }: { place: ThreadPlace & { messageId: string } }): ReactNode {
  const [given, setGiven] = useState<NewTestCase | null>(null);
  const draft = useAction(async () => setGiven(await draftCase(place)));
  const download = useAction(async () => {
    const file = await readReproduction(place);
    saveFile(`answer-${place.messageId}.json`, `${JSON.stringify(file, null, 2)}\n`, "application/json");
  });
  if (!mayDo("evaluation.read")) return null;
  const error = draft.error ?? download.error;
  return (
    <div className={frame}>
      {mayDo("evaluation.update") && (
        <Button
          icon={<FlaskConical size={16} aria-hidden />}
          isBusy={draft.isBusy}
          onClick={() => draft.run()}
        >
          Make a test case
        </Button>
      )}
      <Button
        icon={<Download size={16} aria-hidden />}
        isBusy={download.isBusy}
        title="A file without personal data, to try this answer on another installation"
        onClick={() => download.run()}
      >
        Download reproduction
      </Button>
      {error && <ErrorNotice error={error} />}
      {given && <CaseDialog place={place} id={null} given={given} onClose={() => setGiven(null)} />}
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 16px;
  padding-top: 16px;
  border-top: 1px solid var(--ph-line);
`;
