import type { Migration } from "kysely/migration";
import { house } from "./0001_house.ts";
import { widget } from "./0002_widget.ts";
import { teams } from "./0003_teams.ts";
import { identities } from "./0004_identities.ts";
import { people } from "./0005_people.ts";
import { keys } from "./0006_keys.ts";
import { modelKeys } from "./0007_modelKeys.ts";
import { credits } from "./0008_credits.ts";
import { portable } from "./0009_portable.ts";
import { setup } from "./0010_setup.ts";
import { versions } from "./0011_versions.ts";
import { evaluation } from "./0012_evaluation.ts";
import { summaries } from "./0013_summaries.ts";
import { languages } from "./0014_languages.ts";
import { sync } from "./0015_sync.ts";
import { pages } from "./0016_pages.ts";
import { vectors } from "./0017_vectors.ts";
import { documents } from "./0018_documents.ts";
import { ratings } from "./0019_ratings.ts";
import { connections } from "./0020_connections.ts";
import { sourceAudience } from "./0021_sourceAudience.ts";
import { sharedSources } from "./0021_sharedSources.ts";
import { hygiene } from "./0022_hygiene.ts";
import { inbox } from "./0023_inbox.ts";
import { messageSearch } from "./0024_messageSearch.ts";
import { threadViews } from "./0025_threadViews.ts";
import { threadChanges } from "./0025_threadChanges.ts";
import { contacts } from "./0026_contacts.ts";
import { together } from "./0027_together.ts";
import { webhooks } from "./0028_webhooks.ts";
import { assignment } from "./0029_assignment.ts";
import { threadOrders } from "./0029_threadOrders.ts";
import { resolution } from "./0029_resolution.ts";
import { passages } from "./0030_passages.ts";
import { scheduledReplies } from "./0031_scheduledReplies.ts";
import { threadGuidance } from "./0031_threadGuidance.ts";
import { teamSummaries } from "./0032_teamSummaries.ts";
import { push } from "./0033_push.ts";
import { wordBeginnings } from "./0034_wordBeginnings.ts";
import { zones } from "./0035_zones.ts";
import { inboxLists } from "./0036_inboxLists.ts";
import { unsettled } from "./0037_unsettled.ts";
import { initiatedChats } from "./0038_initiatedChats.ts";
import { hostedDomains } from "./0040_hostedDomains.ts";
import { customFields } from "./0041_customFields.ts";
import { teamAttachments } from "./0042_teamAttachments.ts";
import { contactConsents } from "./0043_contactConsents.ts";
import { fileNames } from "./0044_fileNames.ts";
import { procedures } from "./0045_procedures.ts";
import { sla } from "./0046_sla.ts";
import { movedThreads } from "./0048_movedThreads.ts";
import { voice } from "./0047_voice.ts";
import { latestPages } from "./0049_latestPages.ts";
import { devices } from "./0050_devices.ts";
import { unreadThreads } from "./0050_unreadThreads.ts";
import { quiet } from "./0051_quiet.ts";
import { referrers } from "./0051_referrers.ts";
import { viewTables } from "./0052_viewTables.ts";
import { digests } from "./0053_digests.ts";
import { endedJobs } from "./0054_endedJobs.ts";
import { threadLanguages } from "./0055_threadLanguages.ts";
import { threadCountries } from "./0056_threadCountries.ts";
import { contactsSearch } from "./0057_contactsSearch.ts";
import { threadFilters } from "./0058_threadFilters.ts";
import { chosenExports } from "./0059_chosenExports.ts";
import { contactLists } from "./0060_contactLists.ts";
import { signedEmails } from "./0061_signedEmails.ts";
import { translations } from "./0062_translations.ts";
import { phones } from "./0063_phones.ts";
import { refusalsTold } from "./0064_refusalsTold.ts";
import { trust } from "./0065_trust.ts";

/**
 * Every step from an empty database to today's, by name, in the order of the names. A step that was released is never
 * changed: what comes later gets a step of its own.
 */
export const migrations: Record<string, Migration> = {
  "0001_house": house,
  "0002_widget": widget,
  "0003_teams": teams,
  "0004_identities": identities,
  "0005_people": people,
  "0006_keys": keys,
  "0007_modelKeys": modelKeys,
  "0008_credits": credits,
  "0009_portable": portable,
  "0010_setup": setup,
  "0011_versions": versions,
  "0012_evaluation": evaluation,
  "0013_summaries": summaries,
  "0014_languages": languages,
  "0015_sync": sync,
  "0016_pages": pages,
  "0017_vectors": vectors,
  "0018_documents": documents,
  "0019_ratings": ratings,
  "0020_connections": connections,
  "0021_sharedSources": sharedSources,
  "0021_sourceAudience": sourceAudience,
  "0022_hygiene": hygiene,
  "0023_inbox": inbox,
  "0024_messageSearch": messageSearch,
  "0025_threadChanges": threadChanges,
  "0025_threadViews": threadViews,
  "0026_contacts": contacts,
  "0027_together": together,
  "0028_webhooks": webhooks,
  "0029_assignment": assignment,
  "0029_resolution": resolution,
  "0029_threadOrders": threadOrders,
  "0030_passages": passages,
  "0031_scheduledReplies": scheduledReplies,
  "0031_threadGuidance": threadGuidance,
  "0032_teamSummaries": teamSummaries,
  "0033_push": push,
  "0034_wordBeginnings": wordBeginnings,
  "0035_zones": zones,
  "0036_inboxLists": inboxLists,
  "0037_unsettled": unsettled,
  "0038_initiatedChats": initiatedChats,
  "0040_hostedDomains": hostedDomains,
  "0041_customFields": customFields,
  "0042_teamAttachments": teamAttachments,
  "0043_contactConsents": contactConsents,
  "0044_fileNames": fileNames,
  "0045_procedures": procedures,
  "0046_sla": sla,
  "0047_voice": voice,
  "0048_movedThreads": movedThreads,
  "0049_latestPages": latestPages,
  "0050_devices": devices,
  "0050_unreadThreads": unreadThreads,
  "0051_quiet": quiet,
  "0051_referrers": referrers,
  "0052_viewTables": viewTables,
  "0053_digests": digests,
  "0054_endedJobs": endedJobs,
  "0055_threadLanguages": threadLanguages,
  "0056_threadCountries": threadCountries,
  "0057_contactsSearch": contactsSearch,
  "0058_threadFilters": threadFilters,
  "0059_chosenExports": chosenExports,
  "0060_contactLists": contactLists,
  "0061_signedEmails": signedEmails,
  "0062_translations": translations,
  "0063_phones": phones,
  "0064_refusalsTold": refusalsTold,
  "0065_trust": trust,
};
