// The buzzer: a soft square wave, from the first touch on, before which browsers are silent.
const LOUD = 0.06;
const SOFT_HZ = 5000;
// A context that runs takes the processor, also when it is silent.
const REST_MS = 2000;

export class Sound {
  #context;
  #wave;
  #gain;
  #resting;

  wake() {
    if (this.#context) {
      return;
    }
    if (!globalThis.AudioContext) return;
    this.#context = new AudioContext();
    this.#gain = new GainNode(this.#context, { gain: 0 });
    const soft = new BiquadFilterNode(this.#context, { type: "lowpass", frequency: SOFT_HZ });
    this.#wave = new OscillatorNode(this.#context, { type: "square", frequency: 2000 });
    this.#wave.connect(soft).connect(this.#gain).connect(this.#context.destination);
    this.#wave.start();
    this.#rest();
  }

  #rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#context.suspend(), REST_MS);
  }

  // Sound a frequency; 0 is silence.
  tone(hertz) {
    if (!this.#context) return;
    if (hertz) {
      clearTimeout(this.#resting);
      this.#context.resume();
      this.#wave.frequency.value = hertz;
    } else this.#rest();
    this.#gain.gain.setTargetAtTime(hertz ? LOUD : 0, this.#context.currentTime, 0.002);
  }
}
