import { type ReactNode, useRef, useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { freshId } from '../../../../web/freshId.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Form } from '../../../../web/kit/Form.tsx'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { invoiceConfigCalls } from '../../config/contract.ts'
import { invoiceCalls } from '../../contract.ts'
import { redCalls } from '../../red/contract.ts'
import type { Detail } from './InvoiceBody.tsx'
import './Invoice.css'
import { emptyDraft, requestOf, titleFaults, withTitle } from './title.ts'
import { SavedTitles, TitleInputs, useTitleTexts } from './TitleInputs.tsx'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceWords } from './words.ts'

interface Props {
  invoice: Detail
  /** The payer is an organisation. */
  isUnit: boolean
  /** The reader is the payer, who has titles that were used before. */
  isOwn: boolean
  onDone: (id: string) => void
}

/** Submits a request again that failed or was rejected, with its title put right; orders and sum stay. */
export function ReSave({ invoice, onDone, ...who }: Props) {
  const say = useRequestWords()
  const reSave = useAction(invoiceCalls.reSave, { quiet: true })
  return (
    <TitleForm
      invoice={invoice}
      {...who}
      hint={<p>{say('reSaveHint')}</p>}
      submit={say('reSave')}
      onSubmit={async (request) => {
        await reSave.mutateAsync({ id: invoice.id, ...request })
        notify('success', say('reSaved'))
        onDone(invoice.id)
      }}
    />
  )
}

/** Replaces an issued invoice whose title is wrong: what happens, how long it takes, who may have to confirm; then the new title. */
export function ReOpen({ invoice, onDone, ...who }: Props) {
  const say = useRequestWords()
  const query = useCall(redCalls.checkReOpen, { id: invoice.id }, { staleTime: 0 })
  const reOpen = useAction(redCalls.reOpen, { quiet: true })
  const requestKey = useRef(freshId())
  return (
    <Loaded query={query} skeleton={<Skeleton lines={6} />}>
      {({ canReOpen, block, buyerMayConfirm, confirmHours }) =>
        canReOpen ? (
          <TitleForm
            invoice={invoice}
            {...who}
            hint={
              <ul className="invoice-follows">
                <li>{say('reOpenWhat')}</li>
                <li>{say('reOpenLong')}</li>
                <li>
                  {buyerMayConfirm ? say('reOpenConfirm', { hours: confirmHours }) : say('reOpenAlone')}
                </li>
              </ul>
            }
            submit={say('reOpenSubmit')}
            danger
            onSubmit={async (request) => {
              const { id } = await reOpen.mutateAsync({
                id: invoice.id,
                ...request,
                requestKey: requestKey.current,
              })
              notify('success', say('reOpened'))
              onDone(id)
            }}
          />
        ) : (
          <p className="k-note">{block}</p>
        )
      }
    </Loaded>
  )
}

function TitleForm({
  invoice,
  isUnit,
  isOwn,
  hint,
  submit,
  danger = false,
  onSubmit,
}: Omit<Props, 'onDone'> & {
  hint: ReactNode
  submit: string
  danger?: boolean
  onSubmit: (request: ReturnType<typeof requestOf>) => Promise<void>
}) {
  const ofInvoice = useInvoiceWords()
  const texts = useTitleTexts()
  const { data } = useCall(invoiceConfigCalls.invoiceConfigValue, {}, { staleTime: 300_000 })
  const [draft, setDraft] = useState(() => ({
    ...withTitle(emptyDraft(isUnit, invoice.email), invoice.title),
    invoiceKind: invoice.kind,
  }))
  const kinds = [...new Set([...(data?.kinds ?? []), invoice.kind])]
  return (
    <Form
      className="invoice-ask k-stack k-gap-4"
      field="title"
      guarded
      check={() => titleFaults(draft, texts)}
      onSubmit={() => onSubmit(requestOf(draft))}
    >
      {({ faults, busy, clear }) => (
        <>
          {hint}
          {invoice.problem && (
            <p className="k-note">{ofInvoice('problemOf', { problem: invoice.problem })}</p>
          )}
          {isOwn && <SavedTitles draft={draft} isUnit={isUnit} onChoose={setDraft} />}
          <TitleInputs
            draft={draft}
            onChange={(next) => {
              clear()
              setDraft(next)
            }}
            kinds={kinds}
            isUnit={isUnit}
            faults={faults}
          />
          {faults.title && (
            <p className="k-note" role="alert">
              {faults.title}
            </p>
          )}
          <div className="k-sheet-foot invoice-foot">
            <Button kind={danger ? 'danger' : 'main'} type="submit" busy={busy}>
              {submit}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
