import type { ReactNode } from "react";
import { Download } from "lucide-react";
import type { Reproduction } from "../../../shared/contract/evaluation/evaluation.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { saveFile } from "../saveFile.ts";
import { useAction } from "../useAction.ts";

interface ReproductionButtonProps {
  /** Of the answer, for the file's name. */
  name: string;
  read: () => Promise<Reproduction>;
  isSmall?: boolean;
}

/** Saves everything an answer was built from as a file, to try it elsewhere. */
export function ReproductionButton({ name, read, isSmall }: ReproductionButtonProps): ReactNode {
  const download = useAction(async () => {
    const file = await read();
    saveFile(`answer-${name}.json`, `${JSON.stringify(file, null, 2)}\n`, "application/json");
  });
  if (!mayDo("evaluation.read")) return null;
  return (
    <>
      <Button
        size={isSmall ? "small" : "medium"}
        icon={<Download size={isSmall ? 14 : 16} aria-hidden />}
        isBusy={download.isBusy}
        title="A file without personal data, to try this answer on another installation"
        onClick={() => download.run()}
      >
        Download reproduction
      </Button>
      {download.error && <ErrorNotice title="The file was not saved." error={download.error} />}
    </>
  );
}
