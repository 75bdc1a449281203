import { useEffect } from 'react'

/** Sounds two short tones; a browser that does not allow it stays silent. */
function chime(): void {
  try {
    const context = new AudioContext()
    for (const [begins, pitch] of [
      [0, 660],
      [0.25, 880],
    ] as const) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      volume.gain.value = 0.15
      tone.frequency.value = pitch
      tone.connect(volume).connect(context.destination)
      tone.start(context.currentTime + begins)
      tone.stop(context.currentTime + begins + 0.2)
    }
    setTimeout(() => void context.close(), 1000)
  } catch {
    // Without sound the title still changes.
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
