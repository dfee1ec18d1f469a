import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { DomainList } from "./DomainList.tsx";
import type { FieldsProps } from "./fieldsProps.ts";

/** Hosts whose pictures answers may show: a picture tells its host who reads the answer. */
export function ImageFields({
  typed,
  onChange,
  errorOf,
  isReadOnly,
}: FieldsProps & { isReadOnly: boolean }): ReactNode {
  const { imageHosts } = typed;
  return (
    <>
      <p className={note}>
        Answers show pictures from these hosts only. Others become links, so that unknown servers don’t learn
        who reads an answer.
      </p>
      <DomainList
        label="Image hosts"
        addLabel="Add a host"
        hint="images.example.com, or *.example.com for every host below it. At most 20."
        domains={imageHosts}
        onAdd={(domain) => {
          onChange({ imageHosts: [...new Set([...imageHosts, domain])] });
          return true;
        }}
        onRemove={(domain) => onChange({ imageHosts: imageHosts.filter((one) => one !== domain) })}
        isReadOnly={isReadOnly}
        error={errorOf("imageHosts")}
      />
    </>
  );
}

const note = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
