import { useState } from 'react'
import { send } from '../../../../web/client.ts'
import { FileKeyInput } from '../../../../web/shell/control/FileKeyInput.tsx'
import { issueCalls } from '../../issue/contract.ts'
import { useOfficeWords } from './officeWords.ts'

/** The file of an invoice, uploaded as soon as it is chosen; its key is the value. */
export function InvoiceFileInput(field: { id?: string; value?: string; onChange?: (key?: string) => void }) {
  const say = useOfficeWords()
  const [format, setFormat] = useState('')
  return (
    <FileKeyInput
      {...field}
      accept=".pdf,.ofd,.xml"
      choose={say('fileChoose')}
      chosen={say('fileRight', { format })}
      remove={say('fileRemove')}
      upload={async (file) => {
        const uploaded = await send(issueCalls.uploadFile, { file })
        setFormat(uploaded.format.toUpperCase())
        return uploaded.key
      }}
    />
  )
}
