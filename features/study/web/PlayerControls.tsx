import { type RefObject, useEffect, useState } from 'react'
import { clock } from '../../../web/format.ts'
import type { VideoToken } from '../contract.ts'
import {
  isSilent,
  nudgeVolume,
  setRate,
  showCaptions,
  toggle,
  toggleFullScreen,
  toggleMuted,
} from './deck.ts'
import { SeekBar } from './SeekBar.tsx'
import { useStudyWords } from './words.ts'

const allRates = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const step = 5

function Icon({ path }: { path: string }) {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
const icons = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  full: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 8a5 5 0 0 1 0 8M15 8.5v7a4 4 0 0 0 0-7z',
  silent: 'M4 9v6h4l5 4V5L8 9zM15.5 9l5 6-1.4 1.2-5-6zM20.5 9l-5 6 1.4 1.2 5-6z',
}

/** Where a key press belongs to what has the focus, not to the player. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return true
  return event.key === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)
}

/** Play, position, speed, captions, sound, full screen; and the keys for them. */
export function PlayerControls({
  frame,
  video,
  token,
  ranges,
  edge,
  limit,
  onSeek,
  onBeyond,
}: {
  frame: RefObject<HTMLDivElement | null>
  video: RefObject<HTMLVideoElement | null>
  token: VideoToken
  ranges: readonly (readonly [number, number])[]
  edge: number
  limit: number
  onSeek: (to: number) => void
  onBeyond: () => void
}) {
  const say = useStudyWords()
  const [playing, setPlaying] = useState(false)
  const [position, setPosition] = useState(token.resumeAt)
  const [rate, setShownRate] = useState(1)
  const [muted, setMuted] = useState(false)
  const [captions, setCaptions] = useState(false)
  const duration = token.durationSeconds
  const isFree = limit >= duration

  function goTo(to: number): void {
    if (to > limit) onBeyond()
    onSeek(to > limit ? Math.max(edge, video.current!.currentTime) : to)
  }

  useEffect(() => {
    const element = video.current!
    const read = () => {
      setPlaying(!element.paused)
      setPosition(element.currentTime)
      setShownRate(element.playbackRate)
      setMuted(isSilent(element))
    }
    const names = ['timeupdate', 'play', 'pause', 'seeking', 'seeked', 'ratechange', 'volumechange', 'ended']
    for (const name of names) element.addEventListener(name, read)
    return () => {
      for (const name of names) element.removeEventListener(name, read)
    }
  }, [video])

  useEffect(() => {
    showCaptions(video.current!, captions)
  }, [captions, video, token])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = video.current
      if (!element || isTaken(event)) return
      const acts: Record<string, () => void> = {
        ' ': () => toggle(element),
        ArrowLeft: () => goTo(element.currentTime - step),
        ArrowRight: () => goTo(element.currentTime + step),
        ArrowUp: () => nudgeVolume(element, 0.1),
        ArrowDown: () => nudgeVolume(element, -0.1),
        m: () => toggleMuted(element),
        f: () => toggleFullScreen(frame.current!, element),
      }
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  const rule = isFree
    ? say('freeRule')
    : token.aheadSeconds > 2
      ? say('limitRule', { seconds: token.aheadSeconds })
      : say('edgeRule')
  return (
    <div className="controls">
      <SeekBar
        position={position}
        duration={duration}
        ranges={ranges}
        edge={isFree ? null : edge}
        limit={limit}
        onSeek={onSeek}
        onBeyond={onBeyond}
      />
      <div className="line">
        <button
          type="button"
          aria-label={playing ? say('pause') : say('play')}
          onClick={() => toggle(video.current!)}
        >
          <Icon path={playing ? icons.pause : icons.play} />
        </button>
        <span className="time">{`${clock(position)} / ${clock(duration)}`}</span>
        <span className="rule">{rule}</span>
        <span className="space" />
        <select
          aria-label={say('rate')}
          value={rate}
          onChange={(event) => setRate(video.current!, Number(event.target.value))}
        >
          {allRates
            .filter((one) => one * 100 <= token.maxPlayRate)
            .map((one) => (
              <option key={one} value={one}>{`${one}×`}</option>
            ))}
        </select>
        {token.subtitlesUrl && (
          <button
            type="button"
            className="text"
            aria-pressed={captions}
            onClick={() => setCaptions(!captions)}
          >
            {say('captions')}
          </button>
        )}
        <button
          type="button"
          aria-label={say('mute')}
          aria-pressed={muted}
          onClick={() => toggleMuted(video.current!)}
        >
          <Icon path={muted ? icons.silent : icons.sound} />
        </button>
        <button
          type="button"
          aria-label={say('fullScreen')}
          onClick={() => toggleFullScreen(frame.current!, video.current!)}
        >
          <Icon path={icons.full} />
        </button>
      </div>
    </div>
  )
}
