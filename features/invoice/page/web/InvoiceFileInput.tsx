import { useRef, useState } from 'react'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { issueCalls } from '../../issue/contract.ts'
import { useOfficeWords } from './officeWords.ts'

/** The file of an invoice, uploaded as soon as it is chosen; its key is the value. */
export function InvoiceFileInput({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: string
  onChange?: (key?: string) => void
}) {
  const say = useOfficeWords()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [format, setFormat] = useState('')

  async function take(file: File) {
    setBusy(true)
    try {
      const uploaded = await send(issueCalls.uploadFile, { file })
      setFormat(uploaded.format.toUpperCase())
      onChange?.(uploaded.key)
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
        accept=".pdf,.ofd,.xml"
        hidden
        aria-label={say('fileChoose')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void take(file)
          target.value = ''
        }}
      />
      {value ? (
        <span role="status">
          {say('fileRight', { format })}{' '}
          <Button type="link" size="small" {...(id ? { id } : {})} onClick={() => onChange?.()}>
            {say('fileRemove')}
          </Button>
        </span>
      ) : (
        <Button {...(id ? { id } : {})} loading={busy} onClick={() => input.current?.click()}>
          {say('fileChoose')}
        </Button>
      )}
    </>
  )
}
