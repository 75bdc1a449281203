/** What of a media element the tracker reads and moves. */
export type Media = Pick<
  HTMLVideoElement,
  'currentTime' | 'paused' | 'seeking' | 'playbackRate' | 'addEventListener' | 'removeEventListener'
>

export interface PlayedOptions {
  /** How far one may go now, in seconds of the video. */
  limit: () => number
  /** Where one is put back to who went further. */
  edge: () => number
  /** A little more was played: from where the last left off. */
  onPlayed: (from: number, to: number) => void
  /** The stretch is over: a pause, a jump, the end. */
  onBreak: () => void
  /** A jump beyond the limit was undone. */
  onSprungBack: () => void
  now?: () => number
}

/**
 * Tells from a media element's own events what was really played, and undoes jumps beyond the limit, whichever
 * control, key or remote made them. Gives the function that stops it.
 */
export function trackPlayed(media: Media, options: PlayedOptions): () => void {
  const now = options.now ?? (() => performance.now())
  let last: number | null = null
  let lastAt = 0
  let hasPlayed = false

  function breakOff(): void {
    if (hasPlayed) options.onBreak()
    hasPlayed = false
    last = null
  }

  function onTime(): void {
    if (media.seeking) return
    const at = media.currentTime
    const wall = (now() - lastAt) / 1000
    if (last !== null && (at < last || at - last > wall * media.playbackRate + 1.5)) breakOff()
    if (last !== null && at > last) {
      hasPlayed = true
      options.onPlayed(last, at)
    }
    if (last !== null || !media.paused) last = at
    lastAt = now()
  }

  function onPause(): void {
    onTime()
    breakOff()
  }

  /** Play begins exactly where one went: the first event comes a moment later and would leave a hole. */
  function onSeeked(): void {
    if (media.paused) return
    last = media.currentTime
    lastAt = now()
  }

  function onSeeking(): void {
    breakOff()
    if (media.currentTime > options.limit() + 0.25) {
      media.currentTime = options.edge()
      options.onSprungBack()
    }
  }

  const listeners = {
    timeupdate: onTime,
    play: onTime,
    playing: onTime,
    pause: onPause,
    ended: onPause,
    waiting: onTime,
    seeking: onSeeking,
    seeked: onSeeked,
  }
  for (const [name, listener] of Object.entries(listeners)) media.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) media.removeEventListener(name, listener)
    onPause()
  }
}
