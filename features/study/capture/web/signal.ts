import { useEffect } from 'react'

/** Sound of this page, once a gesture of its learner has begun it: a browser keeps all other sound silent. */
let sound: AudioContext | undefined

/** Begins the sound of the page, or goes on with it, in a gesture. */
function beginSound(): void {
  try {
    sound ??= new AudioContext()
    if (sound.state !== 'running') sound.resume().catch(() => {})
  } catch {
    // Without sound the title still changes.
  }
}

/** Has the first gesture on the page, such as to play or to consent, begin the sound of what will call for attention. */
export function useSound(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const gestures = ['click', 'keydown'] as const
    for (const gesture of gestures) addEventListener(gesture, beginSound, true)
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, beginSound, true)
    }
  }, [isWanted])
}

/** Sounds two short tones, where sound has begun. */
function chime(): void {
  if (sound?.state !== 'running') return
  for (const [begins, pitch] of [
    [0, 660],
    [0.25, 880],
  ] as const) {
    const tone = sound.createOscillator()
    const volume = sound.createGain()
    volume.gain.value = 0.15
    tone.frequency.value = pitch
    tone.connect(volume).connect(sound.destination)
    tone.start(sound.currentTime + begins)
    tone.stop(sound.currentTime + begins + 0.2)
  }
}

/** Calls for attention while it is on: a sound every ten seconds, and a sign before the title of the page. */
export function useSignal(isOn: boolean, sign: string): void {
  useEffect(() => {
    if (!isOn) return
    const title = document.title
    let turns = 0
    const call = () => {
      document.title = turns % 2 === 0 ? sign + title : title
      if (turns % 10 === 0) chime()
      turns++
    }
    call()
    const timer = setInterval(call, 1000)
    return () => {
      clearInterval(timer)
      document.title = title
    }
  }, [isOn, sign])
}
