/** Parts of a media element that buttons and keys use. */
type Deck = Pick<HTMLMediaElement, 'paused' | 'play' | 'pause' | 'playbackRate' | 'muted' | 'volume'>

/** Toggles between play and pause; ignores a browser's refusal to play without a tap. */
export function toggle(deck: Pick<Deck, 'paused' | 'play' | 'pause'>): void {
  if (deck.paused) void deck.play().catch(() => {})
  else deck.pause()
}

/** Sets the speed, at most so many percent of real time. */
export function capRate(deck: Pick<Deck, 'playbackRate'>, rate: number, maxPercent: number): void {
  const allowed = Math.min(rate, maxPercent / 100)
  if (deck.playbackRate !== allowed) deck.playbackRate = allowed
}

/** Turns the sound off, or on again; one turned down to nothing is turned up. */
export function toggleMuted(deck: Pick<Deck, 'muted' | 'volume'>): void {
  deck.muted = !isSilent(deck)
  if (!deck.muted && deck.volume === 0) deck.volume = 0.5
}

/** Louder or softer by a part of the whole. */
export function nudgeVolume(deck: Pick<Deck, 'muted' | 'volume'>, by: number): void {
  deck.volume = Math.min(1, Math.max(0, Math.round((deck.volume + by) * 100) / 100))
  if (by > 0) deck.muted = false
}

/** True if nothing is to be heard. */
export function isSilent(deck: Pick<Deck, 'muted' | 'volume'>): boolean {
  return deck.muted || deck.volume === 0
}

/** Shows the subtitles, or hides them. */
export function showCaptions(video: Pick<HTMLVideoElement, 'textTracks'>, shown: boolean): void {
  const track = video.textTracks[0]
  if (track) track.mode = shown ? 'showing' : 'disabled'
}

/** Enters or leaves full screen; a phone that cannot shows only the video. */
export function toggleFullScreen(frame: HTMLElement, video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (frame.requestFullscreen) void frame.requestFullscreen().catch(() => {})
  else (video as HTMLVideoElement & { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.()
}
