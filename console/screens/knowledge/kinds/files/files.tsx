import { Suspense } from "react";
import { FileText } from "lucide-react";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { describeBytes, describeCount } from "../../../../parts/describeNumber.ts";
import { findFieldError } from "../../../../parts/fieldErrors.ts";
import { NameField } from "../../NameField.tsx";
import type { KindScreen } from "../kind.ts";
import { FilesField } from "../kindFields.ts";

interface FilesDraft {
  kind: "files";
  name: string;
  fileIds: string[];
}

export const files: KindScreen<"files", FilesDraft> = {
  icon: FileText,
  addLabel: "Add files",
  blank: () => ({ kind: "files", name: "", fileIds: [] }),
  open: ({ fileIds }, name) => ({ kind: "files", name, fileIds: [...fileIds] }),
  read: ({ name, fileIds }) => ({ name: name.trim(), config: { kind: "files", fileIds } }),
  Fields: ({ place, draft, files: there, error, isEdit, autoFocus, onChange, onUploading }) => (
    <>
      <Suspense fallback={<Skeleton height="120px" />}>
        <FilesField
          orgId={place.orgId}
          there={there}
          autoFocus={autoFocus}
          onChange={(fileIds) => onChange({ ...draft, fileIds })}
          onUploading={onUploading}
          error={findFieldError(error, "fileIds")}
        />
      </Suspense>
      <NameField draft={draft} error={error} isEdit={isEdit} onChange={onChange} />
    </>
  ),
  errorFields: ["fileIds", "data.name"],
  isWithoutChoice: ({ fileIds }) => fileIds.length === 0,
  describe({ fileIds }, there) {
    const bytes = there.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const [only] = there;
    const what = only && there.length === 1 ? only.name : describeCount(fileIds.length, "file");
    return `${what}, ${describeBytes(bytes)}`;
  },
};
