import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../../../contract/call.ts'
import { normalizeCode } from '../../../../contract/normalize.ts'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { pictureCalls } from '../contract.ts'
import './PictureCode.css'
import { doWork } from './work.ts'
import { usePictureWords } from './words.ts'

export type PictureKind = 'picture' | 'question'
type Code = OutputOf<typeof pictureCalls.getLoginVcode>

/** A code to type in place of the slider: characters in a picture, or a sum in words that a screen reader reads out. */
export function PictureCode({
  wrong,
  onTyped,
}: {
  /** The kind of a code that was just typed wrong: another one of it is shown. */
  wrong: PictureKind | null
  onTyped: (typed: { codeToken: string; vcode: string; kind: PictureKind }) => void
}) {
  const say = usePictureWords()
  const [kind, setKind] = useState<PictureKind>(wrong ?? 'picture')
  const [isWrong, setWrong] = useState(wrong !== null)
  const box = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<Code | null>(null)
  const [vcode, setVcode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const [turn, setTurn] = useState(0)
  const [done, setDone] = useState<{ rounds: number; of: number } | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function load() {
      setVcode('')
      setCode(null)
      setProblem(null)
      setDone(null)
      try {
        const asked = await send(pictureCalls.getLoginVcode, { kind }, { quiet: true, signal })
        if (!asked.work) return setCode(asked)
        const { codeToken, work } = asked
        const onRound = (rounds: number) => setDone({ rounds, of: work.rounds })
        onRound(0)
        const proof = await doWork(codeToken, work, { onRound, signal })
        setCode(await send(pictureCalls.getLoginVcode, { kind, codeToken, proof }, { quiet: true, signal }))
      } catch (error) {
        if (!signal.aborted) setProblem((error as Error).message)
      }
      setDone(null)
    }
    void load()
    return () => stop.abort()
  }, [kind, turn])
  useEffect(() => {
    if (code) box.current?.querySelector('input')?.focus()
  }, [code])

  return (
    <div ref={box}>
      <Form
        className="picture-code k-stack k-gap-4"
        check={(): Faults => (vcode.trim() && code ? {} : { vcode: say('typeFirst') })}
        onSubmit={() => onTyped({ codeToken: code!.codeToken, vcode: normalizeCode(vcode), kind })}
        field="vcode"
      >
        {({ faults }) => (
          <>
            {code?.image && <img src={code.image} width={160} height={60} alt={say('pictureAlt')} />}
            {kind === 'question' && (
              <p aria-live="polite">
                {/* Said at the beginning and at half: a number a moment would talk over everything else. */}
                {code?.question ??
                  (done ? say(done.rounds * 2 < done.of ? 'preparing' : 'halfPrepared') : '')}
              </p>
            )}
            {done && <progress aria-label={say('progress')} value={done.rounds} max={done.of} />}
            <TextField
              label={say(kind === 'picture' ? 'typePicture' : 'typeSum')}
              name="vcode"
              autoComplete="off"
              value={vcode}
              disabled={code === null}
              error={faults.vcode ?? problem ?? (isWrong ? say('wrong') : null)}
              onChange={(event) => {
                setWrong(false)
                setVcode(event.target.value)
              }}
            />
            <Button kind="main" type="submit" wide disabled={code === null}>
              {say('confirm')}
            </Button>
            <div className="k-cluster k-split">
              <Button kind="quiet" onClick={() => setTurn(turn + 1)}>
                {say(kind === 'picture' ? 'another' : 'anotherQuestion')}
              </Button>
              <Button kind="quiet" onClick={() => setKind(kind === 'picture' ? 'question' : 'picture')}>
                {say(kind === 'picture' ? 'cannotSee' : 'canSee')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}
