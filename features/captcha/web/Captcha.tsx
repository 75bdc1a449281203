import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useSystemConfig } from '../../project/web/settings.ts'
import { useCaptchaWords } from './words.ts'

const Slider = lazy(() => import('./Slider.tsx').then((module) => ({ default: module.Slider })))

export interface CaptchaVO {
  captchaVerification?: string
}

/**
 * Asks a person to solve the slider when the portal wants one. `ask()` gives what to send along, or null when the
 * sheet was closed; `sheet` must stand somewhere on the page.
 */
export function useCaptcha(): { ask: () => Promise<CaptchaVO | null>; sheet: ReactNode } {
  const say = useCaptchaWords()
  const wanted = useSystemConfig()?.captcha ?? true
  const [open, setOpen] = useState(false)
  const settle = useRef<(value: CaptchaVO | null) => void>(() => {})

  function finish(value: CaptchaVO | null) {
    setOpen(false)
    settle.current(value)
  }

  return {
    ask() {
      if (!wanted) return Promise.resolve({})
      setOpen(true)
      return new Promise((resolve) => {
        settle.current = resolve
      })
    },
    sheet: (
      <Sheet open={open} onClose={() => finish(null)} title={say('title')}>
        <Suspense fallback={<Skeleton lines={3} height={48} />}>
          <Slider onSolved={(captchaVerification) => finish({ captchaVerification })} />
        </Suspense>
      </Sheet>
    ),
  }
}
