/** Tells a packer, who looks at the parcel, what became of a scan. A browser without sound, or before the first press, is silent. */

type Tone = readonly [hertz: number, seconds: number];
const SOUNDS: Readonly<Record<"right" | "wrong" | "complete", readonly Tone[]>> = {
  right: [[880, 0.08]],
  wrong: [
    [160, 0.18],
    [120, 0.3],
  ],
  complete: [
    [660, 0.08],
    [990, 0.16],
  ],
};

let context: AudioContext | undefined;

export function play(sound: keyof typeof SOUNDS): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => {});
    let at = context.currentTime;
    for (const [hertz, seconds] of SOUNDS[sound]) {
      const tone = new OscillatorNode(context, { frequency: hertz, type: sound === "wrong" ? "square" : "sine" });
      const volume = new GainNode(context, { gain: 0.2 });
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds;
    }
  } catch {
    // What it says is shown, too.
  }
}
