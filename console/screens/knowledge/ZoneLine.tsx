import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { findZone } from "../../../shared/contract/knowledge/zones.ts";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { sourceMarks } from "../../state/knowledge/sourceMarks.ts";
import { loadZone, zone } from "../../state/knowledge/zone.ts";
import { SettingLine } from "./SettingLine.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";

/** The six characters by which programs find this agent's knowledge, and whether a source was created in it yet. */
export function ZoneLine({ place: { orgId, agentId } }: { place: AgentPlace }): ReactNode {
  const { data } = useSnapshot(zone);
  const marks = useSnapshot(sourceMarks);
  const isRegistered = marks.agentId === agentId ? marks.isRegistered : null;
  useEffect(() => {
    void loadZone({ orgId, agentId });
  }, [orgId, agentId, isRegistered]);
  if (data?.agentId !== agentId) return null;
  const { slug, registeredAt } = data;
  const address = toAddress(
    `/api/${findZone.family}${findZone.path.replace("{orgId}", orgId).replace("{zoneSlug}", slug)}`,
  );
  return (
    <details className={frame}>
      <summary>Developer</summary>
      <SettingLine
        label="Zone"
        title={`Zone ${slug}`}
        note={describe(registeredAt, isRegistered)}
        actions={<CopyButton label="Copy zone" text={slug} />}
      >
        <div className={wide}>
          Look up this agent’s ID by its zone: <code>GET {address}</code>
        </div>
      </SettingLine>
    </details>
  );
}

function describe(registeredAt: number | null, isRegistered: boolean | null): string {
  const failed = "The last data source could not be added.";
  if (registeredAt !== null) {
    const since = `Registered ${describeDateTime(registeredAt)} with the first data source.`;
    return isRegistered === false ? `${since} ${failed}` : since;
  }
  return isRegistered === false
    ? `Not registered. ${failed}`
    : "Not registered yet. Add a data source to register it.";
}

const frame = css`
  & > summary {
    width: fit-content;
    padding: 6px 0;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    cursor: pointer;
  }
`;
const wide = css`
  flex: 1 0 100%;
  min-width: 0;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  overflow-wrap: anywhere;
`;
