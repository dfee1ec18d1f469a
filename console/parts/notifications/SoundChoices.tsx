import { useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Play } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import {
  chooseSound,
  inboxSound,
  preview,
  soundKinds,
  switchSound,
} from "../../state/conversations/inbox/inboxSound.ts";
import type { SoundKind } from "../../state/conversations/inbox/inboxSound.ts";
import { tones } from "../../state/conversations/inbox/tones.ts";
import type { Tone } from "../../state/conversations/inbox/tones.ts";
import { switchedPart } from "./switchedPart.ts";

const kindNames: Record<SoundKind, string> = {
  waiting: "A conversation waits for a person",
  mine: "News in my conversations, or a new assignment",
  mention: "A note mentions me",
};
const toneNames: Record<Tone, string> = {
  chime: "Two rising notes",
  low: "A low note",
  knock: "Three short notes",
  none: "No sound",
};
const options = tones.map((value) => ({ value, label: toneNames[value] }));

/** Whether this browser sounds for what comes in, and how for each kind of it. */
export function SoundChoices(): ReactNode {
  const { isOn, choices } = useSnapshot(inboxSound);
  const labelId = useId();
  return (
    <section className={switchedPart} aria-labelledby={labelId}>
      <div>
        <strong id={labelId}>Sounds in this browser</strong>
        <Toggle isOn={isOn} labelledBy={labelId} onChange={switchSound} />
      </div>
      <p role="status">
        {isOn ? "On for an AI Agent’s pages. Only one window plays sounds." : "Off. No sounds play."}
      </p>
      {isOn && (
        <ul className={list}>
          {soundKinds.map((kind) => (
            <li key={kind}>
              <Select
                label={kindNames[kind]}
                value={choices[kind]}
                options={options}
                onChange={(value) => chooseSound(kind, tones.find((tone) => tone === value) ?? "chime")}
              />
              <Button
                icon={<Play size={15} aria-hidden />}
                aria-label={`Preview: ${kindNames[kind]}`}
                disabled={choices[kind] === "none"}
                onClick={() => void preview(kind)}
              >
                Preview
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const list = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 8px 0 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 360px) auto;
    justify-content: start;
    align-items: end;
    gap: 12px;
  }
`;
