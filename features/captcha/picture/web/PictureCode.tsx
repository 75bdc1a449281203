import { useCallback, useEffect, useState } from 'react'
import type { OutputOf } from '../../../../contract/call.ts'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { pictureCalls } from '../contract.ts'
import './PictureCode.css'
import { usePictureWords } from './words.ts'

type Code = OutputOf<typeof pictureCalls.getLoginVcode>

/** A code to type in place of the slider: characters in a picture, or a sum in words that a screen reader reads out. */
export function PictureCode({ onTyped }: { onTyped: (codeToken: string, vcode: string) => void }) {
  const say = usePictureWords()
  const [kind, setKind] = useState<'picture' | 'question'>('picture')
  const [code, setCode] = useState<Code | null>(null)
  const [vcode, setVcode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const load = useCallback(async () => {
    setVcode('')
    try {
      setCode(await send(pictureCalls.getLoginVcode, { kind }, { quiet: true }))
    } catch (error) {
      setProblem((error as Error).message)
    }
  }, [kind])
  useEffect(() => void load(), [load])

  return (
    <Form
      className="picture-code"
      check={(): Faults => (vcode.trim() && code ? {} : { vcode: say('typeFirst') })}
      onSubmit={() => onTyped(code!.codeToken, vcode)}
      field="vcode"
    >
      {({ faults }) => (
        <>
          {code?.image && <img src={code.image} width={160} height={60} alt={say('pictureAlt')} />}
          {code?.question && <p aria-live="polite">{code.question}</p>}
          <TextField
            label={say(kind === 'picture' ? 'typePicture' : 'typeSum')}
            name="vcode"
            autoComplete="off"
            maxLength={10}
            value={vcode}
            error={faults.vcode ?? problem}
            onChange={(event) => setVcode(event.target.value)}
          />
          <Button kind="main" type="submit" wide>
            {say('confirm')}
          </Button>
          <div className="picture-code-ways">
            <Button kind="quiet" onClick={() => void load()}>
              {say('another')}
            </Button>
            <Button kind="quiet" onClick={() => setKind(kind === 'picture' ? 'question' : 'picture')}>
              {say(kind === 'picture' ? 'cannotSee' : 'canSee')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
