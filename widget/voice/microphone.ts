import { CannotRecord } from "../../shared/ui/recording/record.ts";
import type { RecordFault } from "../../shared/ui/recording/record.ts";

const faults: Record<string, RecordFault> = { NotFoundError: "missing", NotReadableError: "busy" };

/** A page that is not secure has no microphones at all. Throws CannotRecord. */
export function needSecurePage(): void {
  if (!navigator.mediaDevices) throw new CannotRecord("insecure");
}

/** Asks for the microphone of a call, without what the loudspeaker says. Throws CannotRecord. */
export async function openMicrophone(): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
  return navigator.mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw new CannotRecord((error instanceof Error && faults[error.name]) || "refused");
  });
}
