import { Suspense, useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { notify } from '../../../../web/notice.ts'
import { completeCalls } from '../contract.ts'
import './Complete.css'
import { useCompleteWords } from './words.ts'
import { lazyPart } from '../../../../web/lazyPart.tsx'

// The cropper weighs as much as the rest of the page.
const PhotoDialog = lazyPart(() => import('./PhotoDialog.tsx'))

/** One's own photo, and the button that changes it; it is saved immediately. */
export function Photo({ imagePath, error }: { imagePath: string | null; error?: string | undefined }) {
  const say = useCompleteWords()
  const [open, setOpen] = useState(false)
  const save = useAction(completeCalls.completeInfo, {
    quiet: true,
    onDone: () => notify('success', say('photoSaved')),
  })
  return (
    <div className="complete-photo k-cluster k-gap-4">
      {imagePath ? (
        <img src={imagePath} alt={say('photoAlt')} width={112} height={112} />
      ) : (
        <span className="complete-nobody" aria-hidden="true" />
      )}
      <div className="k-field">
        <Button onClick={() => setOpen(true)}>{say(imagePath ? 'changePhoto' : 'choosePhoto')}</Button>
        {error && <span className="error">{error}</span>}
      </div>
      {open && (
        <Suspense>
          <PhotoDialog onClose={() => setOpen(false)} onSaved={(key) => save.mutateAsync({ photo: key })} />
        </Suspense>
      )}
    </div>
  )
}
