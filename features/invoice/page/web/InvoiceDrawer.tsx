import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../../contract/call.ts'
import { yuan } from '../../../../contract/money.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { dialogWidths } from '../../../../web/shell/control/dialogSizes.ts'
import { OfficeDrawer } from '../../../../web/shell/control/OfficeDrawer.tsx'
import { confirm } from '../../../../web/shell/view/confirm.ts'
import { useMay } from '../../../../web/shell/view/may.ts'
import { issueCalls } from '../../issue/contract.ts'
import { redCalls } from '../../red/contract.ts'
import { InvoiceBody, InvoiceNotice } from './InvoiceBody.tsx'
import { InvoiceFiles } from './InvoiceFiles.tsx'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import { LoginQr } from './LoginQr.tsx'
import MarkInvoice from './MarkInvoice.tsx'
import { useOfficeWords } from './officeWords.ts'
import { invoicePaths } from './paths.ts'
import RedInvoice from './RedInvoice.tsx'
import RejectInvoice from './RejectInvoice.tsx'
import { useRequestWords } from './requestWords.ts'
import { lookAgain } from './states.ts'
import { ReOpen, ReSave } from './TitleForms.tsx'
import { useInvoiceWords } from './words.ts'

type Managed = OutputOf<typeof issueCalls.detail>

/** One invoice: its state in words, all that is printed on it, what happened, and each step that is open now. */
export default function InvoiceDrawer({
  id,
  onOther,
  onClose,
}: {
  id: string
  /** Shows another invoice: the one in its place. */
  onOther: (id: string) => void
  onClose: () => void
}) {
  const say = useOfficeWords()
  const query = useCall(
    issueCalls.detail,
    { id },
    { staleTime: 0, refetchInterval: (invoice) => lookAgain(invoice?.status) },
  )
  return (
    <OfficeDrawer
      open
      onClose={onClose}
      size={dialogWidths.wide}
      title={say('detailsTitle', { no: query.data?.number ?? query.data?.applyNo ?? '' })}
    >
      <Loaded query={query} skeleton={<Skeleton lines={12} />}>
        {(invoice) => <Known invoice={invoice} onOther={onOther} onRefresh={() => void query.refetch()} />}
      </Loaded>
    </OfficeDrawer>
  )
}

function Known({
  invoice,
  onOther,
  onRefresh,
}: {
  invoice: Managed
  onOther: (id: string) => void
  onRefresh: () => void
}) {
  const say = useOfficeWords()
  const ofInvoice = useInvoiceWords()
  const mayOrders = useMay('/order-manage/list')
  const mayLearners = useMay('/student-manage/student')
  const { accountId, payerName, failureCode, problem } = invoice
  const code = failureCode && say('failureCode', { code: failureCode })
  return (
    <div className="k-stack k-gap-4">
      <header className="k-cluster k-split">
        <div>
          <p className="k-muted k-small">
            {ofInvoice(invoice.colour)} · {ofInvoice(invoice.kind)}
          </p>
          <h2 className="k-break">{invoice.title.name}</h2>
          <p className="invoice-amount k-numbers">¥{yuan(invoice.amount)}</p>
        </div>
        <InvoiceStatusTag invoice={invoice} />
      </header>
      <InvoiceNotice
        invoice={invoice}
        reader="office"
        problem={[problem, code, invoice.advice && say('adviceOf', { advice: invoice.advice })]
          .filter(Boolean)
          .join(' · ')}
      />
      {invoice.status === 'waiting_drawer' && <Login invoice={invoice} onRefresh={onRefresh} />}
      <Steps invoice={invoice} onOther={onOther} />
      <InvoiceBody
        invoice={invoice}
        orderLink={(order) => (mayOrders ? invoicePaths.order(order) : null)}
        Copied={CopyText}
        more={
          <>
            <dt>{say('paidBy')}</dt>
            <dd>
              {mayLearners && accountId ? (
                <Link to={`/student-manage/student-detail?accountId=${accountId}`}>{payerName}</Link>
              ) : (
                payerName
              )}{' '}
              <span className="k-muted">{invoice.unitName}</span>
            </dd>
            {invoice.attempts > 0 && (
              <>
                <dt>{say('attempts')}</dt>
                <dd>{invoice.attempts}</dd>
              </>
            )}
          </>
        }
      />
    </div>
  )
}

const FileButton: ComponentProps<typeof InvoiceFiles>['Action'] = ({ isMain: _, busy, ...rest }) => (
  <Button loading={busy} {...rest} />
)

/** The drawer's code, with what is left of its time; asked for again it is a new one. */
function Login({ invoice, onRefresh }: { invoice: Managed; onRefresh: () => void }) {
  const refresh = useAction(issueCalls.refreshFullOpen, { onDone: onRefresh })
  return (
    <LoginQr
      text={invoice.loginQr}
      until={invoice.loginUntil}
      busy={refresh.isPending}
      onRenew={() => (invoice.steps.includes('refresh') ? refresh.mutate({}) : onRefresh())}
    />
  )
}

/** The steps that are open now, as the server has them. */
function Steps({ invoice, onOther }: { invoice: Managed; onOther: (id: string) => void }) {
  const say = useOfficeWords()
  const ofRequest = useRequestWords()
  const [dialog, setDialog] = useState<'reject' | 'mark' | 'red' | 'reSave' | 'reOpen' | null>(null)
  const close = () => setDialog(null)
  const { id, title, amount, steps } = invoice
  const may = (step: Managed['steps'][number]) => steps.includes(step)
  const done = (text: string) => () => notify('success', text)
  const open = useAction(issueCalls.open, { onDone: done(say('opened')) })
  const refresh = useAction(issueCalls.refreshFullOpen, {
    onDone: ({ count }) => notify('success', say('refreshed', { count })),
  })
  const answer = useAction(redCalls.answer, { onDone: done(say('answered')) })
  const cancel = useAction(redCalls.cancel, { onDone: done(say('redCancelled')) })
  const retry = useAction(redCalls.retry, { onDone: done(say('retried')) })
  const ask = async (what: string, text: string, no: string, act: () => void) => {
    if (await confirm({ title: what, text, yes: what, no, danger: true })) act()
  }
  const form = {
    invoice,
    isUnit: title.kind === 'enterprise' && invoice.accountId === null,
    isOwn: false,
    onDone(other: string) {
      close()
      if (other !== id) onOther(other)
    },
  }
  return (
    <div className="invoice-actions k-cluster">
      {may('open') && (
        <Button type="primary" loading={open.isPending} onClick={() => open.mutate({ id })}>
          {say('open')}
        </Button>
      )}
      {may('confirmRed') && (
        <>
          <Button
            type="primary"
            loading={answer.isPending}
            onClick={() =>
              void ask(say('confirmRed'), say('confirmRedHint'), say('cancel'), () =>
                answer.mutate({ id, confirm: true }),
              )
            }
          >
            {say('confirmRed')}
          </Button>
          <Button
            danger
            loading={answer.isPending}
            onClick={() =>
              void ask(say('refuseRed'), say('refuseRedHint'), say('cancel'), () =>
                answer.mutate({ id, confirm: false }),
              )
            }
          >
            {say('refuseRed')}
          </Button>
        </>
      )}
      {may('retryRed') && (
        <Button type="primary" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
          {say('retryRed')}
        </Button>
      )}
      {may('reSave') && <Button onClick={() => setDialog('reSave')}>{ofRequest('reSave')}</Button>}
      {may('mark') && <Button onClick={() => setDialog('mark')}>{say('mark')}</Button>}
      {may('refresh') && (
        <Button loading={refresh.isPending} onClick={() => refresh.mutate({})}>
          {say('refreshAll')}
        </Button>
      )}
      <InvoiceFiles invoice={invoice} Action={FileButton} />
      {may('reOpen') && <Button onClick={() => setDialog('reOpen')}>{ofRequest('reOpen')}</Button>}
      {may('red') && (
        <Button danger onClick={() => setDialog('red')}>
          {say('redden')}
        </Button>
      )}
      {may('reject') && (
        <Button danger onClick={() => setDialog('reject')}>
          {say('reject')}
        </Button>
      )}
      {may('cancelRed') && (
        <Button
          danger
          loading={cancel.isPending}
          onClick={() =>
            void ask(say('cancelRed'), say('cancelRedHint'), say('keepRed'), () => cancel.mutate({ id }))
          }
        >
          {say('cancelRed')}
        </Button>
      )}
      {dialog === 'reject' && <RejectInvoice id={id} name={title.name} onClose={close} />}
      {dialog === 'mark' && <MarkInvoice id={id} name={title.name} amount={amount} onClose={close} />}
      {dialog === 'red' && <RedInvoice invoice={invoice} onClose={close} />}
      <Sheet open={dialog === 'reSave'} onClose={close} title={ofRequest('reSave')}>
        <ReSave {...form} />
      </Sheet>
      <Sheet open={dialog === 'reOpen'} onClose={close} title={ofRequest('reOpenTitle')}>
        <ReOpen {...form} />
      </Sheet>
    </div>
  )
}
