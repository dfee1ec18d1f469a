import type { ReactNode } from "react";
import { diffVersions } from "../../../../shared/domain/versions/diffVersions.ts";
import { ChangeList } from "../../../parts/publish/ChangeList.tsx";
import type { Editing } from "./useEditing.ts";

/** What saving would change, field by field, as it is typed. */
export function EditChanges({ form }: { form: Editing }): ReactNode {
  const { configuration, look, shownLook } = form;
  const changes = diffVersions(
    { configuration: configuration.saved, look: { ...look.saved }, sources: null },
    { configuration: configuration.typed, look: { ...shownLook }, sources: null },
  );
  if (changes.length === 0) return <p>No changes yet.</p>;
  return <ChangeList changes={changes} pages={null} />;
}
