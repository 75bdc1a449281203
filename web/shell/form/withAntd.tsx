import { type ComponentProps, type ComponentType, Suspense, useEffect } from 'react'
import { lazyPart } from '../../lazyPart.tsx'
import { useFocusReturn } from '../control/useFocusReturn.ts'

// As React's own `lazy` has it: only so the props of what is loaded are found.
// oxlint-disable-next-line typescript/no-explicit-any
type Load<C extends ComponentType<any>> = () => Promise<{ default: C }>

const settings = () => import('./AntdSettings.tsx')

/** Loads what is drawn with antd together with antd's settings; the frame and its lists do without both. */
// oxlint-disable-next-line typescript/no-explicit-any
export function withAntd<C extends ComponentType<any>>(load: Load<C>) {
  return async () => {
    const [{ default: Part }, { AntdSettings }] = await Promise.all([load(), settings()])
    return {
      default: (props: ComponentProps<C>) => (
        <AntdSettings>
          <Part {...props} />
        </AntdSettings>
      ),
    }
  }
}

/**
 * A dialog or drawer of a page that is drawn without antd: it is drawn while it is open, and its code is loaded when it
 * is opened first.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export function dialogPart<C extends ComponentType<any>>(load: Load<C>): ComponentType<ComponentProps<C>> {
  const Part = lazyPart(withAntd(load))
  return (props: ComponentProps<C>) => {
    useFocusReturn()
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Loads what dialogs share before one is opened: on the first sign of a pointer or a key. */
export function useAntdAhead(): void {
  useEffect(() => {
    const signs = ['pointermove', 'pointerdown', 'keydown']
    const stop = () => signs.forEach((sign) => removeEventListener(sign, load))
    function load() {
      stop()
      void Promise.all([settings(), import('./FormDialog.tsx')]).catch(() => {
        // What is opened loads it again, and says so where it cannot.
      })
    }
    signs.forEach((sign) => addEventListener(sign, load, { passive: true }))
    return stop
  }, [])
}
