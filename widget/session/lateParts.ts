import type { Answers } from "./answers.ts";
import type { ConversationActions } from "./conversation.ts";
import type { IdentityActions } from "./identity.ts";
import type { Outbox } from "./outbox.ts";
import type { Page } from "./page.ts";
import { createLoader } from "./pause.ts";
import { isLooking, type Reading } from "./reading.ts";
import type { Tabs } from "./tabs.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

interface LatePartsDeps {
  page: Page;
  tabs: Tabs;
  visitor: Visitor;
  tell: Tell;
  answers: Answers;
  reading: Reading;
  identity: IdentityActions;
  conversation: ConversationActions;
  outbox: Outbox;
}

/** What is loaded when somebody asks for it: each function gives its part, loaded once. */
export function createLateParts(deps: LatePartsDeps) {
  const { page, tabs, visitor, tell, answers, reading } = deps;
  const drafts = createLoader(() =>
    import("./drafts.ts").then(({ createDrafts }) => createDrafts(visitor, tell)),
  );
  const history = createLoader(() =>
    import("./history.ts").then(({ createHistory }) => createHistory({ visitor, answers, reading })),
  );
  return {
    drafts,
    history,
    rateThread: createLoader(() =>
      import("./threadRating.ts").then(({ createThreadRating }) => createThreadRating(visitor, tell)),
    ),
    sound: createLoader(() =>
      import("./sound.ts").then(({ createSound }) => createSound({ page, tabs, isLooking })),
    ),
    asks: createLoader(() =>
      import("./asks.ts").then(({ createAsks }) => createAsks({ ...deps, history, drafts })),
    ),
    downloadTranscript: () =>
      import("./transcript.ts").then(({ downloadTranscript }) => downloadTranscript(visitor)),
  };
}
