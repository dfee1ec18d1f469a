import type { Hearing } from "./hearInBrowser.ts";

/** Sends what a microphone hears to the server, which understands it. */
export async function sendMicrophone(
  { context, stream }: { context: AudioContext; stream: MediaStream },
  send: (frame: Int16Array<ArrayBuffer>) => void,
): Promise<Hearing> {
  const { address, processorName } = await import("./soundWorklet.ts");
  await context.audioWorklet.addModule(address);
  const source = context.createMediaStreamSource(stream);
  const node = new AudioWorkletNode(context, processorName, { numberOfOutputs: 0 });
  let isMuted = false;
  node.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => {
    if (!isMuted) send(data);
  };
  source.connect(node);
  return {
    setMuted: (muted) => void (isMuted = muted),
    stop() {
      node.port.onmessage = null;
      source.disconnect();
    },
  };
}
