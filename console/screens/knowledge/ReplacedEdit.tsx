import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { PageDetail } from "../../../shared/contract/knowledge/pages.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { takeEditBack } from "../../state/knowledge/sourcePage.ts";
import type { PagePlace } from "../../state/knowledge/sourcePage.ts";

interface ReplacedEditProps {
  edit: Snapshot<PageDetail["replacedEdits"][number]>;
  place: PagePlace;
  stretch: number;
  mayChange: boolean;
}

/** Says that the source has overtaken what a person made of a passage, until somebody has seen it. */
export function ReplacedEdit({ edit, place, stretch, mayChange }: ReplacedEditProps): ReactNode {
  const forgetting = useAction(() => takeEditBack({ ...place, editId: edit.id }, { stretch }));
  const isWritten = edit.text !== edit.sourceText;
  const when = describeDateTime(edit.replacedAt);
  return (
    <div className={box} role="note">
      <p>
        <strong>
          {isWritten ? "The source replaced an edit." : "A passage that was off is in use again."}
        </strong>{" "}
        The passage changed at the source on {when}. Answers now use the source’s text.
      </p>
      <dl>
        {isWritten && (
          <>
            <dt>Text by {edit.editedBy?.name ?? "a former member"}</dt>
            <dd>{edit.text}</dd>
          </>
        )}
        <dt>Previous source text</dt>
        <dd>{edit.sourceText}</dd>
      </dl>
      {forgetting.error && <ErrorNotice error={forgetting.error} />}
      {mayChange && (
        <Button isBusy={forgetting.isBusy} onClick={() => forgetting.run()}>
          Dismiss
        </Button>
      )}
    </div>
  );
}

const box = css`
  display: grid;
  justify-items: start;
  gap: 10px;
  padding: 14px 16px;
  border: 1px solid var(--ph-line);
  border-inline-start: 3px solid var(--ph-warning-text);
  border-radius: var(--ph-radius);
  overflow-wrap: anywhere;
  & > dl {
    display: grid;
    gap: 2px;
    margin: 0;
    font-size: var(--ph-text-s);
  }
  & dt {
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0 0 6px;
    white-space: pre-wrap;
  }
`;
