import { type ReactNode, Suspense, useRef, useState } from 'react'
import { CallRefused } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useSystemConfigQuery } from '../../project/web/settings.ts'
import type { PictureKind } from '../picture/web/PictureCode.tsx'
import { typedText } from '../rules.ts'
import { useCaptchaWords } from './words.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

const Slider = lazyPart(() => import('./Slider.tsx').then((module) => ({ default: module.Slider })))

const PictureCode = lazyPart(() =>
  import('../picture/web/PictureCode.tsx').then((module) => ({ default: module.PictureCode })),
)

export interface CaptchaVO {
  captchaVerification?: string
}

interface Solved {
  captchaVO: CaptchaVO
  /** The kind of code that was typed; null for a slider. */
  typed: PictureKind | null
}

/**
 * Asks a person to solve the slider, or to type a code instead, when the portal requires it. `solve` makes a call with
 * what was solved, asks again where a typed code was wrong, and returns the call's result, or null when the sheet was
 * closed; `sheet` must stand somewhere on the page.
 */
export function useCaptcha(): {
  solve: <T>(call: (captchaVO: CaptchaVO) => Promise<T>) => Promise<T | null>
  sheet: ReactNode
} {
  const say = useCaptchaWords()
  const config = useSystemConfigQuery()
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState<'slider' | 'code'>('slider')
  /** The kind of the code that was just typed wrong. */
  const [wrong, setWrong] = useState<PictureKind | null>(null)
  const settle = useRef<(value: Solved | null) => void>(() => {})

  function finish(value: Solved | null) {
    setOpen(false)
    settle.current(value)
  }

  async function attempt<T>(
    call: (captchaVO: CaptchaVO) => Promise<T>,
    last: PictureKind | null = null,
  ): Promise<T | null> {
    setWrong(last)
    setWay(last ? 'code' : 'slider')
    setOpen(true)
    const solved = await new Promise<Solved | null>((resolve) => {
      settle.current = resolve
    })
    if (!solved) return null
    try {
      return await call(solved.captchaVO)
    } catch (error) {
      const isWrong = error instanceof CallRefused && error.field === 'captchaVO'
      if (!isWrong || !solved.typed) throw error
      return attempt(call, solved.typed)
    }
  }

  return {
    async solve(call) {
      // A click may come before the portal's configuration: on a slow line, nobody solves what is not required.
      const { captcha = true } = config.data ?? (await config.refetch({ cancelRefetch: false })).data ?? {}
      return captcha ? attempt(call) : call({})
    },
    sheet: (
      <Sheet open={open} onClose={() => finish(null)} title={say('title')}>
        <Suspense fallback={<Skeleton lines={3} height={48} />}>
          {way === 'slider' ? (
            <Slider
              onSolved={(captchaVerification) => finish({ captchaVO: { captchaVerification }, typed: null })}
            />
          ) : (
            <PictureCode
              wrong={wrong}
              onTyped={({ codeToken, vcode, kind }) =>
                finish({ captchaVO: { captchaVerification: typedText(codeToken, vcode) }, typed: kind })
              }
            />
          )}
        </Suspense>
        <Button kind="quiet" wide onClick={() => setWay(way === 'slider' ? 'code' : 'slider')}>
          {say(way === 'slider' ? 'byCode' : 'bySlider')}
        </Button>
      </Sheet>
    ),
  }
}
