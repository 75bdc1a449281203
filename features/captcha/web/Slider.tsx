import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { keyOf } from '../../../web/composing.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { firstFocus } from '../../../web/kit/firstFocus.ts'
import { captchaSize } from '../contract.ts'
import './Slider.css'
import { usePuzzle } from './usePuzzle.ts'
import { useCaptchaWords } from './words.ts'

const travel = captchaSize.width - captchaSize.piece

/** The slider captcha: by pointer or by keyboard; calls `onSolved` with the value the endpoint requires. */
export function Slider({ onSolved }: { onSolved: (captchaVerification: string) => void }) {
  const say = useCaptchaWords()
  const { puzzle, problem, forget, answer, another } = usePuzzle(onSolved)
  const [x, setX] = useState(0)
  const track = useRef<HTMLDivElement>(null)
  const held = useRef(false)

  async function confirm(at: number) {
    await answer(at)
    setX(0)
  }

  function move(to: number) {
    forget()
    setX(Math.round(Math.min(travel, Math.max(0, to))))
  }

  function follow(event: PointerEvent) {
    if (!held.current) return
    const box = track.current!.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    move(share * captchaSize.width - captchaSize.piece / 2)
  }

  function key(event: KeyboardEvent) {
    const step = event.shiftKey ? 20 : 4
    const by = keyOf(event) === 'ArrowRight' ? step : keyOf(event) === 'ArrowLeft' ? -step : 0
    if (by !== 0) {
      event.preventDefault()
      move(x + by)
    }
    if (keyOf(event) === 'Enter') {
      event.preventDefault()
      void confirm(x)
    }
  }

  const left = `${(x / captchaSize.width) * 100}%`
  return (
    <div className="slider k-stack">
      <div className="slider-picture">
        {puzzle && (
          <>
            <img src={`data:image/png;base64,${puzzle.originalImageBase64}`} alt="" draggable={false} />
            <img
              className="slider-piece"
              src={`data:image/png;base64,${puzzle.jigsawImageBase64}`}
              alt=""
              draggable={false}
              style={{ left }}
            />
          </>
        )}
      </div>
      <div
        className="slider-track"
        ref={track}
        onPointerMove={follow}
        onPointerUp={() => {
          if (!held.current) return
          held.current = false
          void confirm(x)
        }}
        onPointerCancel={() => {
          held.current = false
        }}
      >
        <div
          className="slider-handle"
          ref={firstFocus}
          role="slider"
          tabIndex={0}
          aria-label={say('slider')}
          aria-valuemin={0}
          aria-valuemax={travel}
          aria-valuenow={x}
          aria-valuetext={say('pixels', { x })}
          style={{ left }}
          onKeyDown={key}
          onPointerDown={(event) => {
            held.current = true
            track.current!.setPointerCapture(event.pointerId)
          }}
        >
          <span aria-hidden="true">⇥</span>
        </div>
      </div>
      <p className="k-small" aria-live="polite">
        {problem ? <span className="k-bad">{say(problem)}</span> : say('hint')}
      </p>
      <Button kind="quiet" onClick={() => void another().then(() => setX(0))}>
        {say('another')}
      </Button>
    </div>
  )
}
