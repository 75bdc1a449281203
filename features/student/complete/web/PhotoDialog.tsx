import { cutInto, type Picture } from '../../../account/avatar/web/crop.ts'
import { CropDialog } from '../../../account/avatar/web/CropDialog.tsx'
import { photoSide } from '../rules.ts'
import { useCompleteWords } from './words.ts'

/** Largest side stored: enough for print. */
const largest = 800

/** Cuts a part out of a picture as a JPEG, in its own pixels up to the largest side that is stored. */
function cutPhoto(picture: Picture, part: { x: number; y: number; width: number; height: number }) {
  const side = Math.min(largest, Math.max(photoSide, Math.round(part.width)))
  return cutInto({ width: side, height: side, type: 'image/jpeg' }, picture, part)
}

/** Chooses a picture, cuts a square photo out of it and uploads it; passes on the key that the profile stores. */
export default function PhotoDialog({
  onClose,
  onSaved,
}: {
  onClose: () => void
  onSaved: (key: string) => Promise<unknown>
}) {
  const say = useCompleteWords()
  return (
    <CropDialog
      title={say('photoTitle')}
      hint={say('photoHint', { side: photoSide })}
      keep={say('keep')}
      shape="rect"
      cut={cutPhoto}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
