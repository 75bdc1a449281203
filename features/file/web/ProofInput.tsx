import { useRef, useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { send } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { fileCalls } from '../contract.ts'
import { imageFault } from '../rules.ts'
import { usePictureWords } from './words.ts'

/** A picture that proves something, uploaded as soon as it is chosen; its key is the value. */
export function ProofInput({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: string
  onChange?: (key?: string) => void
}) {
  const say = usePictureWords()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function take(file: File | undefined) {
    if (!file) return
    const fault = imageFault(file)
    if (fault) return notify('error', fault)
    setBusy(true)
    try {
      const { data } = await send(fileCalls.uploadImage, { file })
      onChange?.(data.key)
    } catch {
      // The client has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        style={{ display: 'none' }}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {value ? (
        <span>
          {say('arrived')}{' '}
          <Button type="link" size="small" {...(id ? { id } : {})} onClick={() => onChange?.()}>
            {say('remove')}
          </Button>
        </span>
      ) : (
        <Button {...(id ? { id } : {})} loading={busy} onClick={() => input.current?.click()}>
          {say('choose')}
        </Button>
      )}
    </>
  )
}
