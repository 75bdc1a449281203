import { FileKeyInput } from '../../../web/shell/control/FileKeyInput.tsx'
import { send } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { fileCalls } from '../contract.ts'
import { imageFault } from '../rules.ts'
import { usePictureWords } from './words.ts'

/** A picture that proves something, uploaded as soon as it is chosen; its key is the value. */
export function ProofInput(field: { id?: string; value?: string; onChange?: (key?: string) => void }) {
  const say = usePictureWords()
  return (
    <FileKeyInput
      {...field}
      accept="image/*"
      choose={say('choose')}
      chosen={say('arrived')}
      remove={say('remove')}
      upload={async (file) => {
        const fault = imageFault(file)
        if (fault) {
          notify('error', fault)
          return null
        }
        return (await send(fileCalls.uploadImage, { file })).data.key
      }}
    />
  )
}
