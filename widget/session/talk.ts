import { subscribe } from "valtio/vanilla";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import { saysConsent } from "../../shared/frame/keepPolicy.ts";
import type { FrameEnd } from "../../shared/frame/link.ts";
import { createAnswers } from "./answers.ts";
import { createBeforeSend } from "./beforeSend.ts";
import { takeIdentityFromAddress } from "./identityInAddress.ts";
import { calling, offerCalls } from "./calling.ts";
import type { Chat } from "./chat.ts";
import type { ConversationActions } from "./conversation.ts";
import { createElsewhere } from "./elsewhere.ts";
import { createFirstForm } from "./firstForm.ts";
import { createFileAddresses } from "./fileAddresses.ts";
import { createIdentity } from "./identity.ts";
import { createKeep } from "./keep.ts";
import { createKeptThread } from "./keptThread.ts";
import { createLive } from "./live.ts";
import { delayCalls } from "./loadedClient.ts";
import { watchLinks } from "./links.ts";
import { createOutbox } from "./outbox.ts";
import type { LateListeners, Page } from "./page.ts";
import { createLoader, pause } from "./pause.ts";
import { createPerson } from "./person.ts";
import { createReading, isLooking } from "./reading.ts";
import { addPending, chat, clearThread, createState, showNoThread } from "./state.ts";
import { showThread } from "./thread.ts";
import { openTabs } from "./tabs.ts";
import { createTell } from "./tell.ts";
import { createTyping } from "./typing.ts";
import { createVisitor } from "./visitor.ts";

/** A conversation that ended longer ago is not continued at the next visit. */
const resolvedShownForMs = 24 * 60 * 60 * 1000;

/** What the visitor can do that needs no answer before the first bundle is there. */
export type LateActions = Omit<
  Chat,
  "send" | "write" | "startNew" | "close" | "leave" | "tellSize" | "showChat" | "setAtEnd"
>;

/** All that speaks with the server; it comes right after the first picture. */
export interface Talk {
  actions: LateActions;
  hearers: LateListeners;
  /** Sends what was put into `chat.pending`. */
  dispatch(clientId: string): void;
  saveEdit(content: string): void;
  /** The composer's text changed. */
  hasWritten(): void;
  /** Takes up what an earlier visit left. */
  begin(): Promise<void>;
  setOnline(isOnline: boolean): void;
}

interface TalkDeps {
  frame: FrameDocument;
  page: Page;
  /** The visitor's identity, from the document's own address. */
  carried: string | null;
  /** Loads the document again, which brings a fresh ticket. */
  renewDocument: () => void;
}

export function createTalk({ frame, page, carried, renewDocument }: TalkDeps): Talk {
  watchTeam();
  const keep = createKeep(frame.token);
  const tabs = openTabs(frame.token);
  const tell = createTell(page, received);
  const person = createPerson(tell, chat.configuration?.isIdentityRequired ?? false);
  const visitor = createVisitor({ frame, keep, person, onReachable: setOnline });
  const answers = createAnswers(visitor, tell);
  const typing = createTyping(visitor);
  const reading = createReading({ visitor, tell, tabs });
  const fileAddresses = createFileAddresses(visitor);
  const keptThread = createKeptThread(keep, reading.know);
  const elsewhere = createElsewhere({ visitor, tell, open: openConversation });
  const live = createLive({
    visitor,
    answers,
    elsewhere,
    tell,
    typing,
    tabs,
    lock: `ph:${frame.token}:hidden`,
  });
  const beforeSend = createBeforeSend(page);
  const firstForm = createFirstForm(keep);
  const outbox = createOutbox({
    visitor,
    keep,
    answers,
    tell,
    page,
    askPage: beforeSend.ask,
    form: firstForm,
    onSession: live.update,
    reload: renewDocument,
  });
  const identity = createIdentity({
    token: frame.token,
    visitor,
    keep,
    tell,
    onTaken: () => void begin(),
    onLeft: leave,
  });
  const conversation = createLoader(() =>
    import("./conversation.ts").then(({ createConversation }) =>
      createConversation({ visitor, answers, outbox, tell }),
    ),
  );
  const onConversation =
    <Name extends keyof ConversationActions>(name: Name) =>
    (...given: Parameters<ConversationActions[Name]>): Promise<void> =>
      // Each name's own arguments.
      conversation().then((part) => (part[name] as (...all: typeof given) => void | Promise<void>)(...given));
  const rate = createLoader(() =>
    import("./rating.ts").then(({ createRating }) => createRating(visitor, tell)),
  );
  const drafts = createLoader(() =>
    import("./drafts.ts").then(({ createDrafts }) => createDrafts(visitor, tell)),
  );
  const history = createLoader(() =>
    import("./history.ts").then(({ createHistory }) => createHistory({ visitor, answers, reading })),
  );
  const rateThread = createLoader(() =>
    import("./threadRating.ts").then(({ createThreadRating }) => createThreadRating(visitor, tell)),
  );
  const actionCards = createLoader(() =>
    import("./actionCards.ts").then(({ createActionCards }) =>
      createActionCards({
        ...{ token: frame.token, visitor, keep, tell, page, link: () => link },
        say: (text) => outbox.dispatch(addPending(text, [])),
      }),
    ),
  );
  const sound = createLoader(() =>
    import("./sound.ts").then(({ createSound }) => createSound({ page, tabs, isLooking })),
  );
  const asks = createLoader(() =>
    import("./asks.ts").then(({ createAsks }) =>
      createAsks({ page, visitor, identity, conversation, outbox, history, drafts }),
    ),
  );
  const consents = createLoader(() =>
    import("./consent.ts").then(({ createConsent }) => createConsent(visitor)),
  );
  const agreed = (isOurs: boolean) => void consents().then((tellConsent) => tellConsent(isOurs));
  const stopWatchingLinks = watchLinks(page);
  const stopOfferingCalls = offerCalls(
    {
      open: (wanted) => import("./openCall.ts").then(({ openCall }) => openCall(visitor, wanted)),
      showThread(threadId) {
        if (chat.newThreadId === threadId) chat.newThreadId = null;
        void openConversation(threadId);
      },
      sendTyped: outbox.retry,
      began: (id) => tell.event("call:start", { id }),
      ended: ({ id, seconds }) => tell.event("call:end", { id, seconds }),
    },
    tell,
  );
  let isPreview = false;
  let link: FrameEnd | undefined;
  /** What is shown of an earlier visit, until the server has said how it is now. */
  let keptId: string | null = null;
  let isRestoring = false;
  // The address may have changed while this part was loading.
  const token = takeIdentityFromAddress(frame.token) ?? carried;
  if (token !== null) person.set({ token });
  addEventListener("hashchange", takeAnother);

  /** A link to this document with another token changes its address only. */
  function takeAnother(): void {
    const token = takeIdentityFromAddress(frame.token);
    if (token !== null) void identity.identify({ token }).catch(() => {});
  }

  /** Deploy's, while what was said beside the launcher is the greeting. */
  let usualWelcome: string | undefined;
  function greet(welcome: string): void {
    if (chat.configuration) chat.configuration.settings.welcome = welcome;
  }

  /** One place follows all that changes; each of these does something only where it has to. */
  function follow(): void {
    // It was the greeting of this conversation only.
    if (chat.thread && usualWelcome !== undefined) greet(usualWelcome);
    // What a visit begins with is read first: all that comes after it is news.
    if (!isRestoring) live.update();
    firstForm.look();
    reading.look();
    tell.state();
    keptThread.note(visitor.contactId() ?? "");
    fileAddresses.look();
    if (chat.isSoundOn) void sound();
  }

  function received({ id, role }: Message): void {
    if (role === "support") typing.end();
    if (chat.isSoundOn && !isLooking()) void sound().then(({ ring }) => ring(id));
  }

  async function begin(): Promise<void> {
    if (chat.consent === "required" && (await keep.hasAgreed())) {
      keep.agree();
      chat.consent = "granted";
      agreed(true);
    } else if (saysConsent(location.hash)) agreed(false);
    const kept = await keep.read("sound");
    chat.isSoundOn = page.options.sound ?? (kept ? kept === "on" : chat.isSoundOn);
    await firstForm.restore();
    await restore();
    chat.isLoading = false;
    await outbox.start();
    follow();
  }

  /** Reads the conversation that an earlier visit left, over every cut. */
  async function restore(): Promise<void> {
    for (let failures = 0; !isPreview; failures += 1) {
      try {
        isRestoring = await visitor.restore();
        if (!isRestoring) return;
        await showKept();
        await readConversation();
        return;
      } catch (thrown) {
        const { status, retryAfterSeconds = 0 } = toRequestError(thrown);
        if (status === 401 || status === 404) {
          dropKept();
          return visitor.forget();
        }
        if (status >= 400 && status < 500 && status !== 429) return;
        chat.isLoading = false;
        await pause(failures, retryAfterSeconds * 1000);
      } finally {
        isRestoring = false;
      }
    }
  }

  async function showKept(): Promise<void> {
    keptId ??= await keptThread.show(visitor.contactId() ?? "");
    if (keptId !== null) chat.isLoading = false;
  }

  /** The server no longer has such a conversation, or it ended long ago. */
  function dropKept(): void {
    if (keptId !== null && chat.thread?.id === keptId) clearThread();
    keptId = null;
    keptThread.drop();
  }

  async function readConversation(): Promise<void> {
    // What is shown already is most often what continues: its news is asked for immediately, and not after the list.
    const early = keptId === null ? undefined : answers.askNewest(keptId);
    early?.catch(() => {});
    const newest = await elsewhere.read();
    if (isPreview || chat.conversation > 0 || (chat.thread && chat.thread.id !== keptId)) return;
    if (newest && (newest.status === "open" || Date.now() - newest.lastActivityAt < resolvedShownForMs)) {
      const asked = (newest.id === keptId && early) || answers.askNewest(newest.id);
      showThread(newest);
      await reading.restore(newest.visitorReadTo, () => answers.readNewest(true, asked));
      keptId = null;
    } else dropKept();
  }

  /** The visitor has left, and nothing of theirs stays on the screen. */
  function leave(): void {
    outbox.drop();
    showNoThread();
    const { view, history: noHistory } = createState();
    firstForm.leave();
    Object.assign(chat, {
      view,
      history: noHistory,
      text: "",
      drafts: [],
      elsewhere: [],
      unread: 0,
      notice: "",
    });
    live.update();
  }

  function setOnline(isOnline: boolean): void {
    if (chat.isOnline === isOnline) return;
    chat.isOnline = isOnline;
    tell.event("connection", { online: isOnline });
  }

  function usePreview({ ticket, delayMs = 0 }: NonNullable<Page["preview"]>): void {
    visitor.usePreview(ticket);
    delayCalls(delayMs);
    if (isPreview) return;
    isPreview = true;
    keep.forgetAll();
    outbox.drop();
    showNoThread();
  }

  async function setConsent(consent: (typeof page.options)["consent"], isOurs = false): Promise<void> {
    const before = chat.consent;
    // What the visitor agreed to, the page need not ask for again.
    if (before === consent || (before === "granted" && consent === "required")) return;
    chat.consent = consent;
    if (consent === "denied") await identity.logout();
    keep.use({ consent });
    if (consent !== "required") tell.event("consent", { value: consent });
    if (consent !== "granted") return;
    agreed(isOurs);
    await begin();
  }

  async function changed(): Promise<void> {
    const { storage, consent, sound: wanted } = page.options;
    if (page.preview) usePreview(page.preview);
    keep.use({ storage });
    if (wanted !== null) chat.isSoundOn = wanted;
    await setConsent(consent);
  }

  function close(): void {
    removeEventListener("hashchange", takeAnother);
    stopWatchingLinks();
    stopOfferingCalls();
    calling.isOn = false;
    live.close();
    tabs.close();
    identity.close();
    fileAddresses.stop();
    stopFollowing();
    document.removeEventListener("visibilitychange", follow);
  }

  const stopFollowing = subscribe(chat, follow);
  document.addEventListener("visibilitychange", follow);
  const onHistory = (work: (part: Awaited<ReturnType<typeof history>>) => Promise<void>) =>
    history()
      .then(work)
      .catch((thrown: unknown) => tell.refused(toRequestError(thrown)));

  function showHistory(): void {
    chat.view = "history";
    void onHistory((part) => part.show());
  }
  /** The greeting with its suggestions; what was shown stays among the conversations. */
  function showHome(): void {
    if (chat.messages.length > 0 || chat.pending.length > 0) showNoThread();
    chat.view = "chat";
  }
  /** What the page asks for next is about the conversation that it just had opened. */
  let opening: Promise<void> = Promise.resolve();
  function openConversation(threadId: string): Promise<void> {
    return (opening = onHistory((part) => part.open(threadId)));
  }
  // What fails leaves the answer as it is, with its button.
  const stop = () => void onConversation("stop")().catch(() => {});

  return {
    actions: {
      retryAnswer: (messageId) => void onConversation("retryAnswer")(messageId),
      loadOlder: onConversation("loadOlder"),
      beginEdit: (messageId) => void onConversation("beginEdit")(messageId),
      cancelEdit: () => void onConversation("cancelEdit")(),
      askForPerson: () => void onConversation("askForPerson")(),
      leavePerson: () => void onConversation("leavePerson")(),
      leaveMessage: onConversation("leaveMessage"),
      stop,
      retrySend: outbox.retry,
      openSource: (url) => tell.event("source:click", { url }),
      chooseSuggestion: (text) => tell.event("suggestion:click", { text }),
      attach: (files) => void drafts().then((part) => part.attach(files)),
      removeDraft: (draftId) => void drafts().then((part) => part.remove(draftId)),
      retryDraft: (draftId) => void drafts().then((part) => part.retry(draftId)),
      act(actionId, step) {
        if (step && "file" in step)
          void drafts()
            .then((part) => part.sendForForm(step.file))
            .then(step.onSent);
        else if (step && "isDone" in step) firstForm.fill(step.values, step.isDone === true);
        else void actionCards().then((act) => act(actionId, step));
      },
      rate: (messageId, feedback) => void rate().then((say) => say(messageId, feedback)),
      rateThread: (rating) => void rateThread().then((say) => say(rating)),
      end: () =>
        void onConversation("end")().catch((thrown: unknown) => tell.refused(toRequestError(thrown))),
      showHistory,
      loadHistory: () => onHistory((part) => part.load()),
      openConversation,
      downloadTranscript: () =>
        import("./transcript.ts")
          .then(({ downloadTranscript }) => downloadTranscript(visitor))
          .catch((thrown: unknown) => tell.refused(toRequestError(thrown))),
      setSound(isOn) {
        chat.isSoundOn = isOn;
        keep.update("sound", () => (isOn ? "on" : "off"));
      },
      agree() {
        keep.agree();
        void setConsent("granted", true);
      },
    },
    hearers: {
      ask: (ask) => void opening.then(asks).then((answer) => answer(ask)),
      stop,
      attributes: identity.setAttributes,
      track: (events) => void (page.tracked = events),
      "before-send-answer": beforeSend.answer,
      destroy: close,
      connected(connected) {
        link = connected;
        keep.connect(connected);
        tell.stateAnew();
      },
      changed: () => void changed(),
      view(view) {
        if (view === "history") showHistory();
        else if (view === "home") showHome();
        else if (view === "chat") chat.view = "chat";
        else if (view === "call") calling.isOn = chat.configuration?.settings.hasCalls ?? false;
        else if ("conversation" in view) void openConversation(view.conversation);
        else {
          showHome();
          const { welcome } = chat.configuration?.settings ?? {};
          usualWelcome ??= welcome;
          greet(view.said);
        }
      },
    },
    dispatch: outbox.dispatch,
    saveEdit: (content) => void onConversation("saveEdit")(content),
    hasWritten: typing.write,
    begin,
    setOnline,
  };
}

/** The team leaves and comes while the chat is open: the server said in how long. */
function watchTeam(): void {
  const team = chat.configuration?.team;
  // Of the configuration that said so: a preview's own stays as it is.
  if (!team) return;
  for (const { inMs, ...change } of team.changes ?? []) setTimeout(() => Object.assign(team, change), inMs);
}
