import { saysConsent } from "../../shared/frame/keepPolicy.ts";
import type { IdentityActions } from "./identity.ts";
import type { Keep } from "./keep.ts";
import type { Page } from "./page.ts";
import { createLoader } from "./pause.ts";
import { chat } from "./state.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

interface AgreementDeps {
  visitor: Visitor;
  keep: Keep;
  identity: IdentityActions;
  tell: Tell;
  /** The visitor has just agreed. */
  onAgreed: () => Promise<void>;
}

/** Whether the visitor agreed that something is kept, as the page, an earlier visit or the visitor says. */
export function createAgreement({ visitor, keep, identity, tell, onAgreed }: AgreementDeps) {
  const consents = createLoader(() =>
    import("./consent.ts").then(({ createConsent }) => createConsent(visitor)),
  );
  const tellServer = (isOurs: boolean) => void consents().then((tellConsent) => tellConsent(isOurs));

  return {
    /** Takes up what an earlier visit agreed to, or the page that loaded this document. */
    async begin(): Promise<void> {
      if (chat.consent === "required" && (await keep.hasAgreed())) {
        keep.agree();
        chat.consent = "granted";
        tellServer(true);
      } else if (saysConsent(location.hash)) tellServer(false);
    },
    /** `isOurs`: the chat asked the visitor, and not the page. */
    async set(consent: Page["options"]["consent"], isOurs = false): Promise<void> {
      const before = chat.consent;
      // What the visitor agreed to, the page need not ask for again.
      if (before === consent || (before === "granted" && consent === "required")) return;
      chat.consent = consent;
      if (consent === "denied") await identity.logout();
      keep.use({ consent });
      if (consent !== "required") tell.event("consent", { value: consent });
      if (consent !== "granted") return;
      tellServer(isOurs);
      await onAgreed();
    },
  };
}
