import {
  type ReactNode,
  type Ref,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { VideoToken } from '../contract.ts'
import { capRate, toggle, toggleFullScreen } from './deck.ts'
import { icons, Icon } from './Icon.tsx'
import { PlayerControls } from './PlayerControls.tsx'
import { trackPlayed } from './played.ts'
import { attachSource } from './source.ts'
import { readTaste } from './taste.ts'
import { useStudyWords } from './words.ts'

/** Commands of the page to the player. */
export interface PlayerHandle {
  seek: (to: number, play?: boolean) => void
  play: () => void
  pause: () => void
  at: () => number
}

interface PlayerProps {
  ref?: Ref<PlayerHandle>
  title: string
  token: VideoToken
  ranges: readonly (readonly [number, number])[]
  /** The watched edge, counted or on its way, and how far one may go. */
  edge: number
  limit: number
  hint: string | null
  onHint: () => void
  onPlayed: (from: number, to: number) => void
  onBreak: () => void
  onPlaying: (playing: boolean) => void
  onEnded: () => void
  onFailed: () => void
  /** Shown over the picture. */
  children?: ReactNode
}

/** The player: picture, counted seconds, watched edge, keys; what is played is reported as it happens. */
export function Player({
  ref,
  title,
  token,
  ranges,
  edge,
  limit,
  hint,
  onHint,
  onPlayed,
  onBreak,
  onPlaying,
  onEnded,
  onFailed,
  children,
}: PlayerProps) {
  const say = useStudyWords()
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'waiting' | 'playing' | 'still'>('waiting')

  function seek(to: number, play = false): void {
    const element = video.current
    if (!element) return
    element.currentTime = Math.max(0, Math.min(to, limit))
    if (play) void element.play().catch(() => {})
  }
  useImperativeHandle(ref, () => ({
    seek,
    at: () => video.current?.currentTime ?? 0,
    play: () => void video.current?.play().catch(() => {}),
    pause: () => video.current?.pause(),
  }))

  const getLimit = useEffectEvent(() => limit)
  const getEdge = useEffectEvent(() => edge)
  const reportPlayed = useEffectEvent(onPlayed)
  const reportBreak = useEffectEvent(onBreak)
  const reportSprungBack = useEffectEvent(onHint)
  const reportFailed = useEffectEvent(onFailed)

  // Its cleanup runs before the room's, which releases the lease with what was played last.
  useLayoutEffect(() => {
    const element = video.current!
    const untrack = trackPlayed(element, {
      limit: getLimit,
      edge: getEdge,
      onPlayed: reportPlayed,
      onBreak: reportBreak,
      onSprungBack: reportSprungBack,
    })
    const detach = attachSource(element, token, () => reportFailed())
    const taste = readTaste(localStorage)
    element.volume = taste.volume
    element.muted = taste.muted
    const begin = () => {
      capRate(element, taste.rate, token.maxPlayRate)
      if (token.resumeAt > 0) element.currentTime = token.resumeAt
      element.play().catch(() => setState('still'))
    }
    const onRate = () => capRate(element, element.playbackRate, token.maxPlayRate)
    const onHidden = () => token.pauseWhenHidden && document.hidden && element.pause()
    document.addEventListener('visibilitychange', onHidden)
    element.addEventListener('loadedmetadata', begin, { once: true })
    element.addEventListener('ratechange', onRate)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      element.removeEventListener('loadedmetadata', begin)
      element.removeEventListener('ratechange', onRate)
      element.pause()
      untrack()
      detach()
    }
  }, [token])

  return (
    <div className="study-player" ref={frame} role="region" aria-label={say('player')}>
      <div className="picture">
        <video
          ref={video}
          playsInline
          preload="auto"
          title={title}
          onClick={(event) => toggle(event.currentTarget)}
          onDoubleClick={(event) => toggleFullScreen(frame.current!, event.currentTarget)}
          onPlaying={() => {
            setState('playing')
            onPlaying(true)
          }}
          onPause={() => {
            setState('still')
            onPlaying(false)
          }}
          onWaiting={() => {
            setState('waiting')
            onPlaying(false)
          }}
          onEnded={onEnded}
        >
          <track kind="captions" src={token.subtitlesUrl ?? undefined} srcLang="zh" label={say('captions')} />
        </video>
        {state === 'waiting' && <p className="veil buffering">{say('buffering')}</p>}
        {hint && (
          <p className="bubble" role="status">
            {hint}
          </p>
        )}
        {children}
        {state === 'still' && (
          <button
            type="button"
            className="start"
            aria-label={say('play')}
            onClick={() => toggle(video.current!)}
          >
            <Icon path={icons.play} size={44} />
          </button>
        )}
      </div>
      <PlayerControls
        frame={frame}
        video={video}
        token={token}
        ranges={ranges}
        edge={edge}
        limit={limit}
        onSeek={seek}
        onBeyond={onHint}
      />
    </div>
  )
}
