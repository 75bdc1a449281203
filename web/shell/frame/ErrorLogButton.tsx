import { Suspense, useState, useSyncExternalStore } from 'react'
import { currentErrors, onErrors } from '../../errorLog.ts'
import { ShellButton } from '../control/ShellButton.tsx'
import { useShellWords } from '../words.ts'
import { lazyPart } from '../../lazyPart.tsx'

const ErrorLogDialog = lazyPart(() =>
  import('./ErrorLogDialog.tsx').then((part) => ({ default: part.ErrorLogDialog })),
)

/** Button with the number of errors in this window, and the list of them. */
export function ErrorLogButton() {
  const say = useShellWords()
  const [open, setOpen] = useState(false)
  const count = useSyncExternalStore(onErrors, currentErrors).length
  return (
    <>
      <ShellButton
        icon="errors"
        name={count > 0 ? say('errorLogCount', { count }) : say('errorLog')}
        badge={count}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ErrorLogDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
