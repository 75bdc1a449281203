import { useAction } from '../../../../web/client.ts'
import { fileSize } from '../../../../web/format.ts'
import { notify } from '../../../../web/notice.ts'
import { avatarCalls } from '../contract.ts'
import { CropDialog } from '../../../file/web/CropDialog.tsx'
import { avatarLimits } from '../rules.ts'
import { useAvatarWords } from './words.ts'

const { width, height, kilobytes } = avatarLimits

/** Chooses a picture, cuts an avatar of 200 by 200 out of it, and saves it. */
export default function AvatarDialog({ onClose }: { onClose: () => void }) {
  const say = useAvatarWords()
  const save = useAction(avatarCalls.saveAvatar, {
    quiet: true,
    onDone: () => notify('success', say('saved')),
  })
  return (
    <CropDialog
      title={say('title')}
      hint={say('hint', { width, height, size: fileSize(kilobytes * 1024) })}
      keep={say('save')}
      shape="round"
      least={avatarLimits}
      type="image/png"
      onSaved={(key) => save.mutateAsync({ key })}
      onClose={onClose}
    />
  )
}
