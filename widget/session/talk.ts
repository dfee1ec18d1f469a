import { subscribe } from "valtio/vanilla";
import { toRequestError } from "../../shared/client/requestError.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import { createAgreement } from "./agreement.ts";
import { createAnswers } from "./answers.ts";
import { createBeforeSend } from "./beforeSend.ts";
import { takeIdentityFromAddress } from "./identityInAddress.ts";
import type { Chat } from "./chat.ts";
import { createConversation } from "./conversation.ts";
import { createEarlierVisit } from "./earlierVisit.ts";
import { createElsewhere } from "./elsewhere.ts";
import { createFileAddresses } from "./fileAddresses.ts";
import { createIdentity } from "./identity.ts";
import { createKeep } from "./keep.ts";
import { createKeptThread } from "./keptThread.ts";
import { createLateParts } from "./lateParts.ts";
import { createLive } from "./live.ts";
import { delayCalls } from "./loadedClient.ts";
import { watchLinks } from "./links.ts";
import { createOutbox } from "./outbox.ts";
import type { LateListeners, Page } from "./page.ts";
import { createPerson } from "./person.ts";
import { createRating } from "./rating.ts";
import { createReading, isLooking } from "./reading.ts";
import { chat, createState, showNoThread } from "./state.ts";
import { openTabs } from "./tabs.ts";
import { createTell } from "./tell.ts";
import { createTyping } from "./typing.ts";
import { createViews } from "./views.ts";
import { createVisitor } from "./visitor.ts";

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
  /** Who the visitor is, by the document's own address. */
  carried: string | null;
  /** Loads the document anew, which brings a fresh ticket. */
  renewDocument: () => void;
}

export function createTalk({ frame, page, carried, renewDocument }: TalkDeps): Talk {
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
  const elsewhere = createElsewhere({ visitor, tell, open: (threadId) => views.openConversation(threadId) });
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
  const outbox = createOutbox({
    visitor,
    keep,
    answers,
    tell,
    page,
    askPage: beforeSend.ask,
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
  const conversation = createConversation({ visitor, answers, outbox, tell });
  const rate = createRating(visitor, tell);
  const late = createLateParts({
    page,
    tabs,
    visitor,
    tell,
    answers,
    reading,
    identity,
    conversation,
    outbox,
  });
  const views = createViews(late.history, tell);
  const agreement = createAgreement({ visitor, keep, identity, tell, onAgreed: begin });
  const earlier = createEarlierVisit({
    visitor,
    answers,
    reading,
    elsewhere,
    keptThread,
    isPreview: () => isPreview,
  });
  const stopWatchingLinks = watchLinks(page);
  let isPreview = false;
  // The address may have changed while this part was loading.
  const token = takeIdentityFromAddress(frame.token) ?? carried;
  if (token !== null) person.set({ token });
  addEventListener("hashchange", takeAnother);

  /** A link to this document with another token changes its address only. */
  function takeAnother(): void {
    const token = takeIdentityFromAddress(frame.token);
    if (token !== null) void identity.identify({ token }).catch(() => {});
  }

  /** One place follows all that changes; each of these does something only where it has to. */
  function follow(): void {
    // What a visit begins with is read first: all that comes after it is news.
    if (!earlier.isRestoring()) live.update();
    reading.look();
    tell.state();
    keptThread.note(visitor.contactId() ?? "");
    fileAddresses.look();
    if (chat.isSoundOn) void late.sound();
  }

  function received({ id, role }: Message): void {
    if (role === "support") typing.end();
    if (chat.isSoundOn && !isLooking()) void late.sound().then(({ ring }) => ring(id));
  }

  async function begin(): Promise<void> {
    await agreement.begin();
    const kept = await keep.read("sound");
    chat.isSoundOn = page.options.sound ?? (kept ? kept === "on" : chat.isSoundOn);
    await earlier.restore();
    chat.isLoading = false;
    await outbox.start();
    follow();
  }

  /** Whoever was here is gone, and nothing of theirs stays on the screen. */
  function leave(): void {
    outbox.drop();
    showNoThread();
    const { view, history: noHistory } = createState();
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

  async function changed(): Promise<void> {
    const { storage, consent, sound: wanted } = page.options;
    if (page.preview) usePreview(page.preview);
    keep.use({ storage });
    if (wanted !== null) chat.isSoundOn = wanted;
    await agreement.set(consent);
  }

  function close(): void {
    removeEventListener("hashchange", takeAnother);
    stopWatchingLinks();
    live.close();
    tabs.close();
    identity.close();
    fileAddresses.stop();
    stopFollowing();
    document.removeEventListener("visibilitychange", follow);
  }

  const stopFollowing = subscribe(chat, follow);
  document.addEventListener("visibilitychange", follow);
  // What fails leaves the answer as it is, with its button.
  const stop = () => void conversation.stop().catch(() => {});

  return {
    actions: {
      ...conversation,
      stop,
      retrySend: outbox.retry,
      openSource: (url) => tell.event("source:click", { url }),
      chooseSuggestion: (text) => tell.event("suggestion:click", { text }),
      attach: (files) => void late.drafts().then((part) => part.attach(files)),
      removeDraft: (draftId) => void late.drafts().then((part) => part.remove(draftId)),
      retryDraft: (draftId) => void late.drafts().then((part) => part.retry(draftId)),
      rate: (messageId, feedback) => void rate(messageId, feedback),
      rateThread: (rating) => void late.rateThread().then((say) => say(rating)),
      end: () => void conversation.end().catch((thrown: unknown) => tell.refused(toRequestError(thrown))),
      showHistory: views.showHistory,
      loadHistory: views.loadHistory,
      openConversation: views.openConversation,
      downloadTranscript: () =>
        late.downloadTranscript().catch((thrown: unknown) => tell.refused(toRequestError(thrown))),
      setSound(isOn) {
        chat.isSoundOn = isOn;
        keep.update("sound", () => (isOn ? "on" : "off"));
      },
      agree() {
        keep.agree();
        void agreement.set("granted", true);
      },
    },
    hearers: {
      ask: (ask) =>
        void views
          .opened()
          .then(late.asks)
          .then((answer) => answer(ask)),
      stop,
      attributes: identity.setAttributes,
      track: (events) => void (page.tracked = events),
      "before-send-answer": beforeSend.answer,
      destroy: close,
      connected(link) {
        keep.connect(link);
        tell.stateAnew();
      },
      changed: () => void changed(),
      view: views.show,
    },
    dispatch: outbox.dispatch,
    saveEdit: (content) => void conversation.saveEdit(content),
    hasWritten: typing.write,
    begin,
    setOnline,
  };
}
