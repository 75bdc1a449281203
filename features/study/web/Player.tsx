import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
} from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import type { VideoToken } from '../contract.ts'
import { toggle } from './deck.ts'
import { PlayerControls } from './PlayerControls.tsx'
import { trackPlayed } from './played.ts'
import { useStudyWords } from './words.ts'

/** What the page may ask of the player. */
export interface PlayerHandle {
  seek: (to: number, play?: boolean) => void
  pause: () => void
  at: () => number
}

export interface PlayerProps {
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
  onEnded: () => void
  onPlaying: (playing: boolean) => void
  /** Shown over the picture. */
  children?: ReactNode
}

/** Gives a video element its source; HLS only where the browser needs help with it. */
async function attach(
  video: HTMLVideoElement,
  token: VideoToken,
  isGone: () => boolean,
): Promise<() => void> {
  if (token.kind === 'file' || video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = token.playUrl
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }
  // The light build declares no types of its own.
  const { default: Hls } = (await import('hls.js/light' as string)) as typeof import('hls.js')
  if (isGone()) return () => {}
  const hls = new Hls()
  hls.loadSource(token.playUrl)
  hls.attachMedia(video)
  return () => hls.destroy()
}

/** The player: picture, counted seconds, watched edge, keys; what is played is told as it happens. */
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
  onEnded,
  onPlaying,
  children,
}: PlayerProps) {
  const say = useStudyWords()
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [waiting, setWaiting] = useState(false)

  function seek(to: number, play = false): void {
    const element = video.current
    if (!element) return
    element.currentTime = Math.max(0, Math.min(to, limit))
    if (play) void element.play().catch(() => {})
  }
  useImperativeHandle(ref, () => ({
    seek,
    pause: () => video.current?.pause(),
    at: () => video.current?.currentTime ?? 0,
  }))

  const getLimit = useEffectEvent(() => limit)
  const getEdge = useEffectEvent(() => edge)
  const tellPlayed = useEffectEvent(onPlayed)
  const tellBreak = useEffectEvent(onBreak)
  const onSprungBack = useEffectEvent(onHint)

  useEffect(() => {
    const element = video.current!
    let gone = false
    let detach = () => {}
    setFailed(false)
    attach(element, token, () => gone)
      .then((undo) => {
        if (gone) undo()
        else detach = undo
      })
      .catch(() => setFailed(true))
    const begin = () => {
      if (token.resumeAt > 0) element.currentTime = token.resumeAt
      void element.play().catch(() => {})
    }
    element.addEventListener('loadedmetadata', begin, { once: true })
    const untrack = trackPlayed(element, {
      limit: getLimit,
      edge: getEdge,
      onPlayed: tellPlayed,
      onBreak: tellBreak,
      onSprungBack,
    })
    return () => {
      gone = true
      element.removeEventListener('loadedmetadata', begin)
      element.pause()
      untrack()
      detach()
    }
  }, [token, attempt])

  useEffect(() => {
    const element = video.current!
    const clampRate = () => {
      const most = token.maxPlayRate / 100
      if (element.playbackRate > most) element.playbackRate = most
    }
    element.addEventListener('ratechange', clampRate)
    return () => element.removeEventListener('ratechange', clampRate)
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
          onPlaying={() => {
            setWaiting(false)
            onPlaying(true)
          }}
          onPause={() => onPlaying(false)}
          onWaiting={() => setWaiting(true)}
          onEnded={onEnded}
          onError={() => video.current?.getAttribute('src') && setFailed(true)}
        >
          <track kind="captions" src={token.subtitlesUrl ?? undefined} srcLang="zh" label={say('captions')} />
        </video>
        {waiting && !failed && <p className="veil">{say('buffering')}</p>}
        {failed && (
          <div className="veil solid" role="alert">
            <strong>{say('playFailed')}</strong>
            <span>{say('playFailedHint')}</span>
            <Button onClick={() => setAttempt(attempt + 1)}>{say('retry')}</Button>
          </div>
        )}
        {hint && (
          <p className="bubble" role="status">
            {hint}
          </p>
        )}
        {children}
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
