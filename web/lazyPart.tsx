import {
  type ComponentProps,
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { currentConnection, onConnection, probe } from './connection.ts'
import { isReplaced, reload, reloadUnasked } from './deployed.ts'
import { Button } from './kit/Button.tsx'
import { Empty } from './kit/Loaded.tsx'
import { WaysOn } from './kit/WaysOn.tsx'
import { useKitWords } from './kit/words.ts'
import { notify } from './notice.ts'

// As React's own `lazy` has it: only so the props of what is loaded are found.
// oxlint-disable-next-line typescript/no-explicit-any
type Load<C extends ComponentType<any>> = () => Promise<{ default: C }>
/** Appearance of a failure: a page of its own, a panel in its place, or nothing where little is missed. */
type Kind = 'page' | 'panel' | 'nothing'

/** Milliseconds after which what was not loaded is loaded again while the server answers, each time after the next. */
const pauses = [2_000, 4_000, 8_000, 16_000, 32_000]

/** True if an error is that code could not be fetched, as the browsers say it. */
const isNotLoaded = (error: unknown) =>
  /dynamically imported module|module script failed|unable to preload/i.test(String(error))

/**
 * A component whose code is loaded when it is drawn first. Where that fails, only its own place says so, and it is
 * loaded again on demand, when the network is back, and after a while where it never was gone; a dialog, which has `onClose`, is closed with a notice. Code of
 * a version that was replaced is gone for good: then the whole page is loaded again.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export function lazyPart<C extends ComponentType<any>>(
  load: Load<C>,
  kind: Kind = 'panel',
): ComponentType<ComponentProps<C>> {
  let hasFailed = false
  // Some browsers remember as long as a page is open that a file failed: then only a reload helps.
  let isStuck = false
  let unasked = 0
  const begin = (isAgain: boolean) =>
    lazy(async () => {
      try {
        const loaded = await load()
        unasked = 0
        return loaded
      } catch (error) {
        hasFailed = true
        isStuck = isAgain && currentConnection() === 'up'
        void probe()
        throw error
      }
    })
  let current = begin(false)

  function renew(): void {
    if (!hasFailed) return
    hasFailed = false
    current = begin(true)
  }

  const Current = (props: ComponentProps<C>) => createElement(current, props)
  const failure =
    (props: Closable) =>
    ({ error, resetErrorBoundary }: FallbackProps) => {
      if (!isNotLoaded(error)) throw error
      const again = () => {
        renew()
        resetErrorBoundary()
      }
      const soon = () => {
        unasked += 1
        again()
      }
      const pause = pauses[unasked]
      return createElement(NotLoaded, {
        ...props,
        kind,
        isStuck,
        renew,
        onRetry: again,
        pause,
        onPause: soon,
      })
    }
  return (props: ComponentProps<C>) => (
    <ErrorBoundary fallbackRender={failure(props as Closable)} resetKeys={[(props as Closable).open]}>
      <Current {...props} />
    </ErrorBoundary>
  )
}

interface Closable {
  open?: boolean
  onClose?: () => void
}

function NotLoaded({
  kind,
  isStuck,
  renew,
  onRetry,
  pause,
  onPause,
  open = true,
  onClose,
}: Closable & {
  kind: Kind
  isStuck: boolean
  renew: () => void
  onRetry: () => void
  /** Milliseconds to the next try that nobody asks for; none is left without. */
  pause: number | undefined
  onPause: () => void
}) {
  const say = useKitWords()
  const [isOld, setOld] = useState(false)
  const reloadPage = () => void (reload() || notify('prompt', say('saveFirst')))
  function retry() {
    if (isStuck && currentConnection() === 'up') reloadPage()
    if (currentConnection() === 'offline') notify('prompt', say('stillOffline'))
    onRetry()
  }
  const again = useEffectEvent(onRetry)
  // The server may answer before the file comes: a worker of the page is a moment behind.
  const soon = useEffectEvent(() => {
    if (currentConnection() === 'up') onPause()
  })
  /** It is loaded again when it is opened next. */
  const close = useEffectEvent(() => {
    renew()
    if (!open) return
    onClose?.()
    void isReplaced().then((is) =>
      notify('prompt', is ? say('newVersionPart') : `${say('partNotLoaded')} · ${say('openAgain')}`),
    )
  })
  const isDialog = onClose !== undefined
  useEffect(() => {
    if (isDialog) return close()
    let isOver = false
    void isReplaced().then((is) => {
      if (!is || isOver) return
      setOld(true)
      // A page that is not there has nothing to lose; beside a panel something may be going on.
      if (kind === 'page') reloadUnasked()
    })
    const stop = onConnection(() => {
      if (currentConnection() === 'up') again()
    })
    const timer = pause === undefined ? undefined : setTimeout(() => soon(), pause)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [isDialog, kind, pause])
  if (kind === 'nothing' || isDialog) return null
  if (isOld) {
    return (
      <Empty
        title={say('newVersion')}
        hint={say('newVersionHint')}
        action={
          <Button kind="main" onClick={reloadPage}>
            {say('reloadPage')}
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      title={say(kind === 'page' ? 'pageNotLoaded' : 'partNotLoaded')}
      hint={say('notLoadedHint')}
      action={
        <>
          <Button kind="main" onClick={retry}>
            {say('retry')}
          </Button>
          {kind === 'page' && <WaysOn />}
        </>
      }
    />
  )
}

const pages = new Map<Load<ComponentType>, ComponentType>()

function pageOf(load: Load<ComponentType>): ComponentType {
  const page = pages.get(load) ?? lazyPart(load, 'page')
  pages.set(load, page)
  return page
}

/** A page whose code is loaded when it is drawn first. */
export const LazyPage = ({ load }: { load: Load<ComponentType> }): ReactElement => createElement(pageOf(load))
