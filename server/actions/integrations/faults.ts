/** The access is no longer valid: somebody has to connect again. The message is for people. */
export class AccessLost extends Error {
  override readonly name = "AccessLost";
}

/** A provider could not be asked, or answered otherwise than it should; that may pass. The message is for people. */
export class ProviderTrouble extends Error {
  override readonly name = "ProviderTrouble";
}
