import { useSyncExternalStore } from 'react'
import { currentErrors, onErrors } from '../web/errorLog.ts'
import { Button } from '../web/kit/Button.tsx'
import { Empty } from '../web/kit/Loaded.tsx'
import { WaysOn } from '../web/kit/WaysOn.tsx'
import { useKitWords } from '../web/kit/words.ts'
import { useFrameWords } from './words.ts'

/** Shown in place of a page that threw, with the number the error is found by; the rest of the product continues. */
export function Broken() {
  const say = useFrameWords()
  const kit = useKitWords()
  const newest = useSyncExternalStore(onErrors, currentErrors).find(({ kind }) => kind === 'page')
  return (
    <Empty
      title={say('brokenTitle')}
      hint={say('brokenText')}
      action={
        <>
          {newest?.traceId && (
            <p className="k-muted k-small">{kit('reference', { traceId: newest.traceId })}</p>
          )}
          <Button kind="main" onClick={() => window.location.reload()}>
            {say('reload')}
          </Button>
          <WaysOn />
        </>
      }
    />
  )
}
