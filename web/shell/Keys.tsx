import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../lazyPart.tsx'
import { isShortcut } from './keys.ts'
import { ShellButton } from './ShellButton.tsx'
import { useShellWords } from './words.ts'

const KeysDialog = lazyPart(() => import('./KeysDialog.tsx').then((part) => ({ default: part.KeysDialog })))

/** Shows which keys there are; the key ? does as well. */
export function Keys() {
  const say = useShellWords()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <ShellButton icon="keys" name={say('keys')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <KeysDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
