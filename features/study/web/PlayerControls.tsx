import { type RefObject, useEffect, useState } from 'react'
import { keyOf } from '../../../web/composing.ts'
import { clock } from '../../../web/format.ts'
import type { VideoToken } from '../contract.ts'
import {
  capRate,
  isSilent,
  nudgeVolume,
  showCaptions,
  toggle,
  toggleFullScreen,
  toggleMuted,
} from './deck.ts'
import { Icon, icons } from './Icon.tsx'
import { SeekBar } from './SeekBar.tsx'
import { readTaste, saveTaste } from './taste.ts'
import { useStudyWords } from './words.ts'

const allRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const step = 5

/** True if a key press belongs to what has the focus, not to the player. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return true
  return keyOf(event) === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)
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
  const [captions, setCaptions] = useState(() => readTaste(localStorage).captions)
  const duration = token.durationSeconds
  const isFree = limit >= duration

  function goTo(to: number): void {
    if (to <= limit) return onSeek(to)
    onBeyond()
    // At the edge one is already where one would be put.
    if (video.current!.currentTime < edge - 1) onSeek(edge)
  }

  function chooseRate(chosen: number): void {
    capRate(video.current!, chosen, token.maxPlayRate)
    saveTaste(localStorage, { rate: chosen })
  }
  function chooseSound(change: (deck: HTMLVideoElement) => void): void {
    const element = video.current!
    change(element)
    saveTaste(localStorage, { muted: element.muted, volume: element.volume })
  }
  function chooseCaptions(): void {
    setCaptions(!captions)
    saveTaste(localStorage, { captions: !captions })
  }

  useEffect(() => {
    const element = video.current!
    const read = () => {
      setPlaying(!element.paused)
      setPosition(Math.min(element.currentTime, duration))
      setShownRate(element.playbackRate)
      setMuted(isSilent(element))
    }
    read()
    const names = ['timeupdate', 'play', 'pause', 'seeking', 'seeked', 'ratechange', 'volumechange', 'ended']
    for (const name of names) element.addEventListener(name, read)
    return () => {
      for (const name of names) element.removeEventListener(name, read)
    }
  }, [video, duration])

  useEffect(() => {
    showCaptions(video.current!, captions)
  }, [captions, video, token])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = video.current
      if (!element || isTaken(event)) return
      const acts: Record<string, () => unknown> = {
        ' ': () => toggle(element),
        ArrowLeft: () => goTo(element.currentTime - step),
        ArrowRight: () => goTo(element.currentTime + step),
        ArrowUp: () => chooseSound((deck) => nudgeVolume(deck, 0.1)),
        ArrowDown: () => chooseSound((deck) => nudgeVolume(deck, -0.1)),
        Home: () => goTo(0),
        m: () => chooseSound(toggleMuted),
        c: () => token.subtitlesUrl && chooseCaptions(),
        f: () => toggleFullScreen(frame.current!, element),
      }
      const key = keyOf(event)
      const act = acts[key.length === 1 ? key.toLowerCase() : key]
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
      <div className="line k-row k-gap-3 k-small">
        <button
          type="button"
          aria-label={playing ? say('pause') : say('play')}
          onClick={() => toggle(video.current!)}
        >
          <Icon path={playing ? icons.pause : icons.play} />
        </button>
        <span className="k-nowrap">{`${clock(position)} / ${clock(duration)}`}</span>
        <span className="rule k-clip">{rule}</span>
        <span className="k-grow" />
        <select
          aria-label={say('rate')}
          value={rate}
          onChange={(event) => chooseRate(Number(event.target.value))}
        >
          {allRates
            .filter((one) => one * 100 <= token.maxPlayRate)
            .map((one) => (
              <option key={one} value={one}>{`${one}×`}</option>
            ))}
        </select>
        {token.subtitlesUrl && (
          <button type="button" className="text" aria-pressed={captions} onClick={chooseCaptions}>
            {say('captions')}
          </button>
        )}
        <button
          type="button"
          aria-label={say('mute')}
          aria-pressed={muted}
          onClick={() => chooseSound(toggleMuted)}
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
