import type { ReactNode } from "react";
import { teamNoticeKinds } from "../../../shared/domain/teamNotices.ts";
import type { TeamNoticeKind } from "../../../shared/domain/teamNotices.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ChangeConflict } from "../../parts/ChangeConflict.tsx";
import { checkboxList } from "../../parts/checkboxList.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { SaveBar } from "../../parts/SaveBar.tsx";
import { useRevisedForm } from "../../parts/useRevisedForm.ts";
import type { Revised } from "../../parts/useRevisedForm.ts";
import { loadTeamNotices, saveTeamNotices, teamNotices } from "../../state/channels/teamNotices.ts";
import type { ShownTeamNotices } from "../../state/channels/teamNotices.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { SwitchRow } from "./SwitchRow.tsx";
import { TeamMailCard } from "./TeamMailCard.tsx";
import { TeamSlackCard } from "./TeamSlackCard.tsx";

interface TeamFormProps {
  place: AgentPlace;
  notices: ShownTeamNotices;
  isReadOnly: boolean;
}

/** All of it that is typed. */
interface Typed {
  enabled: boolean;
  kinds: TeamNoticeKind[];
  channelId: string;
  userIds: string[];
}

const kindNames: Record<TeamNoticeKind, string> = {
  handoffs: "Visitors who wait for a person",
  mentions: "Notes that mention somebody (Slack only)",
  approvals: "Actions that need approval",
};

/** What the team is told of, in which Slack channel, and who of it by mail. */
export function TeamForm({ place, notices, isReadOnly }: TeamFormProps): ReactNode {
  const form = useRevisedForm({
    current: revisedOf(notices),
    save: async ({ revision, value: { channelId, ...value } }) =>
      revisedOf(await saveTeamNotices(place, { revision, ...value, channelId: channelId || null })),
    readNewest: async () => {
      await loadTeamNotices(place);
      const { data, error } = teamNotices;
      if (error) throw error;
      return revisedOf(data?.value ?? notices);
    },
  });
  const { typed, change, saving } = form;
  const { error } = saving;
  const hasWay = typed.channelId !== "" || typed.userIds.length > 0 || notices.slack.isConnected;
  return (
    <>
      <ChangeConflict form={form} />
      {error && error.code !== "conflict" && (
        <ErrorNotice title="Team notices were not saved." error={error} onRetry={form.save} />
      )}
      <fieldset disabled={isReadOnly} aria-label="Team notices" className={columns}>
        <Card title="Team notices" subtitle="Your team answers visitors from Slack or by e-mail.">
          <SwitchRow
            label="Notices are on"
            isOn={typed.enabled}
            onChange={(enabled) => change({ enabled })}
            isDisabled={isReadOnly}
          >
            {typed.enabled && !hasWay
              ? "Choose a Slack channel or members below."
              : "In addition to the bell and push."}
          </SwitchRow>
          <fieldset className={checkboxList}>
            <legend>Notify the team about</legend>
            {teamNoticeKinds.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={typed.kinds.includes(kind)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({
                      kinds: teamNoticeKinds.filter((one) =>
                        one === kind ? checked : typed.kinds.includes(one),
                      ),
                    })
                  }
                />
                {kindNames[kind]}
              </label>
            ))}
          </fieldset>
        </Card>
        <TeamSlackCard
          {...{ place, notices, isReadOnly }}
          channelId={typed.channelId}
          isSaved={form.changedCount === 0}
          error={findFieldError(error, "channelId")}
          onChange={(channelId) => change({ channelId })}
        />
        <TeamMailCard
          notices={notices}
          userIds={typed.userIds}
          error={findFieldError(error, "userIds")}
          onChange={(userIds) => change({ userIds })}
        />
      </fieldset>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={saving.isBusy}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </>
  );
}

function revisedOf({ revision, enabled, kinds, slack, mail, savedBy }: ShownTeamNotices): Revised<Typed> {
  const value = {
    ...{ enabled, kinds: teamNoticeKinds.filter((kind) => kinds.includes(kind)) },
    ...{ channelId: slack.channel?.id ?? "", userIds: [...mail.userIds] },
  };
  return { revision, value, savedBy };
}

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  max-width: 760px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;
