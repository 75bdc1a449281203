/** Parts of a media element that the tracker reads and moves. */
export type Media = Pick<
  HTMLVideoElement,
  'currentTime' | 'paused' | 'seeking' | 'playbackRate' | 'addEventListener' | 'removeEventListener'
>

interface PlayedOptions {
  /** Furthest place one may go to now, in seconds of the video. */
  limit: () => number
  /** Place to which anyone is put back who went further. */
  edge: () => number
  /** A little more was played: from where the last left off. */
  onPlayed: (from: number, to: number) => void
  /** The stretch is over: a pause, a jump, the end. */
  onBreak: () => void
  /** A jump beyond the limit was undone. */
  onSprungBack: () => void
  now?: () => number
}

/** Distance after the wanted place at which a jump may land, on the next picture, in seconds. */
const landsWithin = 0.1
/** Time a picture may run on after its pause was reported, in seconds. */
const runsOn = 0.5

/**
 * Derives from a media element's events what was really played, and undoes jumps beyond the limit, whichever
 * control, key or remote made them. Returns the function that stops it.
 */
export function trackPlayed(media: Media, options: PlayedOptions): () => void {
  const now = options.now ?? (() => performance.now())
  let last: number | null = null
  let lastAt = 0
  let sought = 0
  let hasPlayed = false

  /** Ends what was played so far; what comes next joins on unless a jump lies between. */
  function breakOff(): void {
    if (hasPlayed) options.onBreak()
    hasPlayed = false
  }

  function onTime(): void {
    if (media.seeking) return
    const at = media.currentTime
    const wall = (now() - lastAt) / 1000
    if (last !== null && (at < last || at - last > wall * media.playbackRate + 1.5)) {
      breakOff()
      last = null
    }
    if (last !== null && at > last) {
      hasPlayed = true
      options.onPlayed(last, at)
    }
    if (last !== null || !media.paused) last = at
    lastAt = now()
  }

  /** A picture runs on for a moment after the pause was reported: that moment belongs to what is played next. */
  function onPlay(): void {
    if (last !== null && Math.abs(media.currentTime - last) > runsOn) last = null
    lastAt = now()
    onTime()
  }

  function onPause(): void {
    onTime()
    breakOff()
  }

  function onSeeking(): void {
    breakOff()
    last = null
    if (media.currentTime > options.limit() + 0.25) {
      media.currentTime = options.edge()
      options.onSprungBack()
    }
    sought = media.currentTime
  }

  /** Play begins where one wanted to go: the first picture lies a little after it and would leave a hole. */
  function onSeeked(): void {
    const at = media.currentTime
    last = at > sought && at - sought < landsWithin ? sought : at
    lastAt = now()
  }

  const listeners = {
    timeupdate: onTime,
    play: onPlay,
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
