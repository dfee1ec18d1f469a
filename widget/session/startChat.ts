import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import { readPolicy } from "../../shared/frame/keepPolicy.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { canType, fetchAtOnce } from "./canType.ts";
import { takeIdentityFromAddress } from "./identityInAddress.ts";
import type { Chat } from "./chat.ts";
import { focusComposer } from "./focusComposer.ts";
import { createPage } from "./page.ts";
import { createLoader } from "./pause.ts";
import { peek } from "./peek.ts";
import { addPending, chat, showNoThread } from "./state.ts";
import type { LateActions } from "./talk.ts";
import { speak } from "./words.ts";

/** Brings the frame to life: state from its document, the page around it, and, right after, all that speaks with the server. */
export function startChat(frame: FrameDocument, { reload = () => location.reload() } = {}): Chat {
  const page = createPage({
    frame,
    onOptions: (options) => void tellLanguage(options),
    late: () => talk().then(({ hearers }) => hearers),
  });
  const carried = takeIdentityFromAddress(frame.token);
  const talk = createLoader(
    async () => {
      await canType;
      const { createTalk } = await import("./talk.ts");
      return createTalk({
        frame,
        page,
        carried,
        renewDocument: parent === window ? reload : () => page.send("reload-request", {}),
      });
    },
    (isReachable) => void (chat.isOnline = isReachable),
  );
  showDocument(frame);
  // A visitor with a token is believed until the server says otherwise.
  if (carried !== null) chat.signIn = null;
  if (chat.isLoading) fetchAtOnce();
  addEventListener("online", () => void talk().then(({ setOnline }) => setOnline(true)));
  addEventListener("offline", () => void talk().then(({ setOnline }) => setOnline(false)));
  void begin();

  async function begin(): Promise<void> {
    void tellLanguage(page.options);
    const loaded = talk();
    await page.meet();
    await (await loaded).begin();
  }

  async function tellLanguage(options: typeof page.options): Promise<void> {
    const language = await speak(chat.configuration, options);
    const { open, openUnread, close, waiting } = launcherWords;
    page.send("language", { language, launcher: { open, openUnread, close, waiting } });
  }

  function send(content: string): void {
    const text = content.trim();
    const isOnItsWay = chat.drafts.some(({ delivery }) => delivery === "sending");
    if (chat.consent !== "granted" || isOnItsWay) return;
    chat.notice = "";
    if (chat.editing !== null) return void talk().then(({ saveEdit }) => saveEdit(text));
    const ready = chat.drafts.flatMap(({ attachmentId, name, contentType, sizeBytes }) =>
      attachmentId === null ? [] : [{ id: attachmentId, name, contentType, sizeBytes, url: "" }],
    );
    if (text === "" && ready.length === 0) return;
    const clientId = addPending(text, ready);
    Object.assign(chat, { text: "", drafts: chat.drafts.filter(({ delivery }) => delivery === "failed") });
    void talk().then(({ dispatch }) => dispatch(clientId));
  }

  /** An action that comes with the part which speaks with the server. */
  function later<Name extends keyof LateActions>(name: Name) {
    return async (...args: Parameters<LateActions[Name]>): Promise<void> => {
      const { actions } = await talk();
      await (actions[name] as (...args: Parameters<LateActions[Name]>) => void | Promise<void>)(...args);
    };
  }
  const late = Object.fromEntries(lateNames.map((name) => [name, later(name)])) as unknown as LateActions; // each under its own name

  return {
    send,
    write(text) {
      Object.assign(chat, { text, notice: "" });
      void talk().then(({ hasWritten }) => hasWritten());
    },
    setAtEnd: (isAtEnd) => void (chat.isAtEnd = isAtEnd),
    startNew() {
      showNoThread();
      chat.view = "chat";
      focusComposer();
    },
    showChat: () => void (chat.view = "chat"),
    close: () => page.send("close-request", {}),
    leave: () => page.send("focus-out", {}),
    tellSize: (size) => page.send("resize", size),
    ...late,
    chooseSuggestion(text) {
      void late.chooseSuggestion(text);
      send(text);
    },
  };
}

const lateNames = [
  "chooseSuggestion",
  "retrySend",
  "stop",
  "retryAnswer",
  "loadOlder",
  "openSource",
  "attach",
  "removeDraft",
  "retryDraft",
  "beginEdit",
  "cancelEdit",
  "act",
  "rate",
  "rateThread",
  "askForPerson",
  "leavePerson",
  "leaveMessage",
  "end",
  "showHistory",
  "loadHistory",
  "openConversation",
  "downloadTranscript",
  "setSound",
  "agree",
] as const satisfies (keyof LateActions)[];
/** Fails to compile when an action is missing above. */
lateNames satisfies [keyof LateActions] extends [(typeof lateNames)[number]] ? unknown : never;

/** What is known without a single request. */
function showDocument({
  token,
  configuration,
  unavailable,
  origin,
  isDevelopment,
  hosted,
}: FrameDocument): void {
  const { storage, consent } = readPolicy(location.hash);
  const mayKeep = storage !== "none" && consent === "granted";
  Object.assign(chat, {
    configuration,
    isAsked: !!configuration?.form,
    unavailable,
    isDevelopment,
    hosted,
    consent,
    page: origin ? { url: origin, title: "" } : null,
    isOnline: navigator.onLine,
    isSoundOn: configuration?.settings.hasSound ?? false,
    signIn: configuration?.isIdentityRequired ? "needed" : null,
    // A new visitor sees the first picture immediately; a denied storage knows nothing of that yet, and the console's
    // preview replaces the picture as soon as it speaks.
    isLoading:
      (parent !== window && origin === null) ||
      (mayKeep && (peek(token, "session") !== null || peek(token, "outbox") !== null)),
  } satisfies Partial<typeof chat>);
}
