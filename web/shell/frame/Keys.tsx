import { Suspense, useEffect, useEffectEvent } from 'react'
import { keyOf } from '../../composing.ts'
import { lazyPart } from '../../lazyPart.tsx'
import { isShortcut } from '../view/keys.ts'

const KeysDialog = lazyPart(() => import('./KeysDialog.tsx').then((part) => ({ default: part.KeysDialog })))

/** Shows which keys there are, also by the key ?. */
export function Keys({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const show = useEffectEvent(() => onOpenChange(true))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keyOf(event) !== '?' || !isShortcut(event)) return
      event.preventDefault()
      show()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <KeysDialog onClose={() => onOpenChange(false)} />
    </Suspense>
  )
}
