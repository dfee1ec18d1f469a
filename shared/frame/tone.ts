/** Two soft notes, a fifth apart; in the frame, or in the page for it. */
export function playTone(context: AudioContext): void {
  const start = context.currentTime;
  [660, 990].forEach((frequency, index) => {
    const at = start + index * 0.12;
    const tone = new OscillatorNode(context, { type: "sine", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.08, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  });
}
