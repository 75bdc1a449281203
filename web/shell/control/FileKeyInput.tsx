import { type ReactNode, useRef, useState } from 'react'
import { Button } from './Button.tsx'

/** A file, uploaded as soon as it is chosen; the key it was uploaded under is the value. */
export function FileKeyInput({
  id,
  value,
  onChange,
  accept,
  upload,
  choose,
  chosen,
  remove,
}: {
  id?: string
  value?: string
  onChange?: (key?: string) => void
  accept: string
  /** Gives the key; null for a file that was refused, with its reason shown. */
  upload(file: File): Promise<string | null>
  choose: string
  chosen: ReactNode
  remove: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function take(file: File) {
    setBusy(true)
    try {
      const key = await upload(file)
      if (key !== null) onChange?.(key)
    } catch {
      // The client has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  const named = id ? { id } : {}
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={choose}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void take(file)
          target.value = ''
        }}
      />
      {value ? (
        <span role="status">
          {chosen}{' '}
          <Button type="link" size="small" {...named} onClick={() => onChange?.()}>
            {remove}
          </Button>
        </span>
      ) : (
        <Button {...named} loading={busy} onClick={() => input.current?.click()}>
          {choose}
        </Button>
      )}
    </>
  )
}
