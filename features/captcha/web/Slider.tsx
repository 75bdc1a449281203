import { ecb } from '@noble/ciphers/aes.js'
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { captchaCalls, captchaSize } from '../contract.ts'
import { verificationText } from '../rules.ts'
import './Slider.css'
import { useCaptchaWords } from './words.ts'

interface Puzzle {
  originalImageBase64: string
  jigsawImageBase64: string
  token: string
  secretKey: string
}

const travel = captchaSize.width - captchaSize.piece

function encode(text: string, key: string): string {
  const sealed = ecb(new TextEncoder().encode(key)).encrypt(new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...sealed))
}

/** The slider captcha: by pointer or by keyboard; gives what the door asks for once it is solved. */
export function Slider({ onSolved }: { onSolved: (captchaVerification: string) => void }) {
  const say = useCaptchaWords()
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null)
  const [x, setX] = useState(0)
  const [problem, setProblem] = useState<'wrong' | 'failed' | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const held = useRef(false)

  const load = useCallback(async () => {
    setX(0)
    try {
      const { repData } = await send(captchaCalls.get, { captchaType: 'blockPuzzle' }, { quiet: true })
      setPuzzle(repData)
    } catch {
      setProblem('failed')
    }
  }, [])
  useEffect(() => void load(), [load])

  async function confirm(at: number) {
    if (!puzzle) return
    const pointJson = JSON.stringify({ x: at, y: captchaSize.y })
    const answer = await send(
      captchaCalls.check,
      { captchaType: 'blockPuzzle', token: puzzle.token, pointJson: encode(pointJson, puzzle.secretKey) },
      { quiet: true },
    ).catch(() => null)
    if (answer?.success) return onSolved(encode(verificationText(puzzle.token, pointJson), puzzle.secretKey))
    setProblem('wrong')
    await load()
  }

  function follow(event: PointerEvent) {
    if (!held.current) return
    const box = track.current!.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    setX(Math.round(Math.min(travel, Math.max(0, share * captchaSize.width - captchaSize.piece / 2))))
  }

  function key(event: KeyboardEvent) {
    const step = event.shiftKey ? 20 : 4
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (by !== 0) {
      event.preventDefault()
      setX(Math.min(travel, Math.max(0, x + by)))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      void confirm(x)
    }
  }

  const left = `${(x / captchaSize.width) * 100}%`
  return (
    <div className="slider">
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
      >
        <div
          className="slider-handle"
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
        {problem ? <span className="slider-problem">{say(problem)}</span> : say('hint')}
      </p>
      <Button kind="quiet" onClick={() => void load()}>
        {say('another')}
      </Button>
    </div>
  )
}
