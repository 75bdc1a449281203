import { type PointerEvent, useRef, useState } from 'react'
import { clock } from '../../../web/format.ts'
import { useStudyWords } from './words.ts'

const shown = (part: number) => `${Math.min(1, Math.max(0, part)) * 100}%`

/** Bar of the place, what was counted, and the watched edge: dragged beyond it, the thumb springs back. */
export function SeekBar({
  position,
  duration,
  ranges,
  edge,
  limit,
  onSeek,
  onBeyond,
}: {
  position: number
  duration: number
  ranges: readonly (readonly [number, number])[]
  /** The watched edge, or null where one may go anywhere. */
  edge: number | null
  limit: number
  onSeek: (to: number) => void
  onBeyond: () => void
}) {
  const say = useStudyWords()
  const bar = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<number | null>(null)

  function secondsAt(event: PointerEvent): number {
    const box = bar.current!.getBoundingClientRect()
    return Math.min(duration, Math.max(0, ((event.clientX - box.left) / box.width) * duration))
  }
  function release(event: PointerEvent): void {
    if (drag === null) return
    const to = secondsAt(event)
    setDrag(null)
    if (to > limit) onBeyond()
    onSeek(Math.min(to, to > limit ? (edge ?? limit) : limit))
  }

  const at = drag ?? position
  return (
    <div
      ref={bar}
      className={drag === null ? 'study-seek' : 'study-seek dragging'}
      role="slider"
      tabIndex={0}
      aria-label={say('position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={say('at', { at: clock(at), all: clock(duration) })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag(secondsAt(event))
      }}
      onPointerMove={(event) => drag !== null && setDrag(secondsAt(event))}
      onPointerUp={release}
      onPointerCancel={() => setDrag(null)}
    >
      <div className="track">
        {ranges.map(([from, to]) => (
          <i
            key={from}
            className="seen"
            style={{ left: shown(from / duration), width: shown((to - from) / duration) }}
          />
        ))}
        <i className="now" style={{ width: shown(at / duration) }} />
      </div>
      {edge !== null && edge < duration - 1 && (
        <i className="edge" style={{ left: shown(edge / duration) }} />
      )}
      <i className="thumb" style={{ left: shown(at / duration) }} />
    </div>
  )
}
