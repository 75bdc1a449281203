import { type ComponentType, type ReactNode, useState } from 'react'
import { download, useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { isEmail } from '../../../../contract/identity.ts'
import { normalizeEmail } from '../../../../contract/normalize.ts'
import { invoiceCalls } from '../../contract.ts'
import type { Detail } from './InvoiceBody.tsx'
import { faultOf } from './title.ts'
import { useInvoiceWords } from './words.ts'

/** Button that does something with the files, as the portal or the office draws it. */
type FileAction = ComponentType<{
  isMain: boolean
  busy: boolean
  onClick: () => void
  children: ReactNode
}>

/** The files of an issued invoice, to be downloaded or sent by e-mail. */
export function InvoiceFiles({
  invoice,
  Action,
}: {
  invoice: Detail
  /** The button of the page it is on. */
  Action: FileAction
}) {
  const say = useInvoiceWords()
  const [isMailing, setMailing] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const { id, formats, steps, rosterCount } = invoice
  async function take(format: (typeof formats)[number] | 'roster') {
    setBusy(format)
    // The client has shown why it could not be loaded.
    await download(invoiceCalls.download, { id, format }).catch(() => {})
    setBusy(null)
  }
  return (
    <>
      {steps.includes('download') &&
        formats.map((format) => (
          <Action
            key={format}
            isMain={format === 'pdf'}
            busy={busy === format}
            onClick={() => void take(format)}
          >
            {say('downloadFormat', { format: say(`format_${format}`) })}
          </Action>
        ))}
      {steps.includes('download') && rosterCount > 0 && (
        <Action isMain={false} busy={busy === 'roster'} onClick={() => void take('roster')}>
          {say('downloadRoster')}
        </Action>
      )}
      {steps.includes('mail') && (
        <Action isMain={false} busy={false} onClick={() => setMailing(true)}>
          {say('mail')}
        </Action>
      )}
      <Sheet open={isMailing} onClose={() => setMailing(false)} title={say('mail')}>
        <MailForm invoice={invoice} onDone={() => setMailing(false)} />
      </Sheet>
    </>
  )
}

function MailForm({ invoice, onDone }: { invoice: Detail; onDone: () => void }) {
  const say = useInvoiceWords()
  const [typed, setTyped] = useState(invoice.email ?? '')
  const mail = useAction(invoiceCalls.mail, { quiet: true })
  const email = normalizeEmail(typed)
  return (
    <Form
      className="k-stack k-gap-4"
      field="email"
      focused
      check={(): Faults => (isEmail(email) ? {} : { email: say('wrongEmail') })}
      onSubmit={async () => {
        await mail.mutateAsync({ id: invoice.id, email })
        onDone()
        notify('success', say('mailed', { email }))
      }}
    >
      {({ faults, busy, clear }) => (
        <>
          <TextField
            label={say('mailTo')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={100}
            value={typed}
            error={faultOf(faults, 'email')}
            onChange={({ target }) => {
              clear()
              setTyped(target.value)
            }}
          />
          <Button kind="main" wide type="submit" busy={busy}>
            {say('mail')}
          </Button>
        </>
      )}
    </Form>
  )
}
