import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { clinicFrontDesk } from "./clinicFrontDesk.ts";
import { courseTutor } from "./courseTutor.ts";
import { customerSupport } from "./customerSupport.ts";
import { eventFaq } from "./eventFaq.ts";
import { hotelConcierge } from "./hotelConcierge.ts";
import { hrHandbook } from "./hrHandbook.ts";
import { itHelpDesk } from "./itHelpDesk.ts";
import { lawFirmIntake } from "./lawFirmIntake.ts";
import { library } from "./library.ts";
import { museumGuide } from "./museumGuide.ts";
import { realEstate } from "./realEstate.ts";
import { restaurant } from "./restaurant.ts";
import { saasOnboarding } from "./saasOnboarding.ts";
import { shopReturns } from "./shopReturns.ts";
import { townHall } from "./townHall.ts";
import { makeTemplate } from "./makeTemplate.ts";

/** The templates that come with the product, in the order of the gallery. */
export const shippedFiles: PortableFile[] = [
  customerSupport,
  shopReturns,
  saasOnboarding,
  itHelpDesk,
  hrHandbook,
  restaurant,
  hotelConcierge,
  clinicFrontDesk,
  realEstate,
  courseTutor,
  library,
  museumGuide,
  townHall,
  lawFirmIntake,
  eventFaq,
].map(makeTemplate);

/** The shipped template of an id. */
export function findShipped(id: string): PortableFile | undefined {
  return shippedFiles.find((file) => file.id === id);
}
