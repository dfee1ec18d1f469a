import type { ReactNode } from "react";
import { FlaskConical } from "lucide-react";
import type { TestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import type { MadeCase } from "../../state/agents/reuseAnswer.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useMadeCase } from "./useMadeCase.tsx";

interface MakeCaseButtonProps {
  place: AgentPlace;
  /** The case that this button made. */
  made: TestCase | null;
  onChange: (made: TestCase | null) => void;
  create: () => Promise<MadeCase>;
  /** Smaller and quiet, among others below an answer. */
  isSmall?: boolean;
}

/** Makes a test case of an answer immediately; pressed again it opens that one. */
export function MakeCaseButton(props: MakeCaseButtonProps): ReactNode {
  const { place, made, onChange, create, isSmall } = props;
  const { make, open, isBusy, error, dialog } = useMadeCase(place, onChange);
  if (!mayDo("evaluation.update")) return null;
  return (
    <>
      <Button
        size={isSmall ? "small" : "medium"}
        kind={isSmall ? "quiet" : "secondary"}
        icon={<FlaskConical size={isSmall ? 14 : 16} aria-hidden />}
        isBusy={isBusy}
        onClick={() => (made ? open(made) : make(create))}
      >
        {made ? "Open test case" : "Make a test case"}
      </Button>
      {error && <ErrorNotice title="The test case was not made." error={error} />}
      {dialog}
    </>
  );
}
