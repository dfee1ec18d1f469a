import { useSnapshot } from "valtio";
import { close } from "../../shared/ui/firstIconPaths.ts";
import { download, history, mute, newChat, people, sound } from "../../shared/ui/iconPaths.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

export interface MenuItem {
  icon: string;
  label: string;
  /** A line parts it from the others. */
  isLast?: boolean;
  run(): void;
}

/** What may be done with the whole conversation now; what can't be done is not there. */
export function useMenuItems(): MenuItem[] {
  const { configuration, messages, thread, isSoundOn } = useSnapshot(chat);
  const actions = useActions();
  if (!configuration) return [];
  const { hasHistory, hasPersonRequest, hasTranscript } = configuration.settings;
  const hasBegun = messages.length > 0;
  const isPersons = thread?.handledBy === "human" && thread.assigneeName !== null;
  const canAskForPerson = hasPersonRequest && !isPersons && !thread?.isWaitingForPerson;
  const offered: [boolean, MenuItem][] = [
    [hasBegun, { icon: newChat, label: widgetWords.newConversation, run: actions.startNew }],
    [hasHistory, { icon: history, label: widgetWords.history, run: actions.showHistory }],
    [canAskForPerson, { icon: people, label: widgetWords.askForPerson, run: actions.askForPerson }],
    [
      hasTranscript && hasBegun,
      {
        icon: download,
        label: widgetWords.downloadTranscript,
        run: () => void actions.downloadTranscript(),
      },
    ],
    [
      true,
      {
        icon: isSoundOn ? mute : sound,
        label: isSoundOn ? widgetWords.soundOff : widgetWords.soundOn,
        run: () => actions.setSound(!isSoundOn),
      },
    ],
    [
      thread?.status === "open",
      { icon: close, label: widgetWords.endConversation, isLast: true, run: actions.end },
    ],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, item]) => item);
}
