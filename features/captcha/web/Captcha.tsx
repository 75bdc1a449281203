import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useSystemConfig } from '../../project/web/settings.ts'
import { typedText } from '../rules.ts'
import { useCaptchaWords } from './words.ts'

const Slider = lazy(() => import('./Slider.tsx').then((module) => ({ default: module.Slider })))

const PictureCode = lazy(() =>
  import('../picture/web/PictureCode.tsx').then((module) => ({ default: module.PictureCode })),
)

interface CaptchaVO {
  captchaVerification?: string
}

/**
 * Asks a person to solve the slider, or to type a code instead, when the portal requires it. `solve()` returns what to
 * send along, or null when the sheet was closed; `sheet` must stand somewhere on the page.
 */
export function useCaptcha(): { solve: () => Promise<CaptchaVO | null>; sheet: ReactNode } {
  const say = useCaptchaWords()
  const wanted = useSystemConfig()?.captcha ?? true
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState<'slider' | 'code'>('slider')
  const settle = useRef<(value: CaptchaVO | null) => void>(() => {})

  function finish(value: CaptchaVO | null) {
    setOpen(false)
    settle.current(value)
  }

  return {
    solve() {
      if (!wanted) return Promise.resolve({})
      setWay('slider')
      setOpen(true)
      return new Promise((resolve) => {
        settle.current = resolve
      })
    },
    sheet: (
      <Sheet open={open} onClose={() => finish(null)} title={say('title')}>
        <Suspense fallback={<Skeleton lines={3} height={48} />}>
          {way === 'slider' ? (
            <Slider onSolved={(captchaVerification) => finish({ captchaVerification })} />
          ) : (
            <PictureCode
              onTyped={(codeToken, vcode) => finish({ captchaVerification: typedText(codeToken, vcode) })}
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
