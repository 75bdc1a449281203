import { fileSize } from '../../../../web/format.ts'
import { imageLimits, type Size } from '../../../file/rules.ts'
import { CropDialog } from '../../../file/web/CropDialog.tsx'
import { photoSide } from '../rules.ts'
import { useCompleteWords } from './words.ts'

/** Smallest photo that prints, and the largest that is stored: enough for print. */
const [least, most] = [photoSide, 800].map((side) => ({ width: side, height: side })) as [Size, Size]

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
      hint={say('photoHint', { side: photoSide, size: fileSize(imageLimits.kilobytes * 1024) })}
      keep={say('keep')}
      shape="rect"
      least={least}
      most={most}
      type="image/jpeg"
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
