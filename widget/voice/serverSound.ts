import type { Hearing } from "./hearInBrowser.ts";
import { playSound } from "./playSound.ts";
import type { Playing } from "./playSound.ts";
import { sendMicrophone } from "./sendMicrophone.ts";
import type { SpeakingEars } from "./speakInBrowser.ts";

/** The two ways of sound of a call that the server hears and speaks in. */
export interface ServerSound {
  hearing: Hearing;
  playing: Playing;
}

export interface SoundEars extends Pick<SpeakingEars, "onHeard"> {
  onFrame(frame: Int16Array<ArrayBuffer>): void;
}

/** Opens microphone and loudspeaker for a call by the server's speech. */
export async function openServerSound(stream: MediaStream, ears: SoundEars): Promise<ServerSound> {
  const context = new AudioContext();
  try {
    const hearing = await sendMicrophone({ context, stream }, ears.onFrame);
    await context.resume();
    const playing = playSound(context, ears);
    const stop = () => {
      playing.stop();
      hearing.stop();
      if (context.state !== "closed") void context.close();
    };
    return { hearing: { ...hearing, stop }, playing };
  } catch (error) {
    void context.close();
    throw error;
  }
}
