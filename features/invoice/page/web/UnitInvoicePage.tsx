import { Link } from 'react-router'
import { money } from '../../../../web/format.ts'
import { Empty } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../../web/shell/view/useViewNavigate.ts'
import { useIsProvider } from '../../../unit/web/provider.ts'
import { invoiceCalls } from '../../contract.ts'
import { issueCalls } from '../../issue/contract.ts'
import { CanInvoiceCard } from './CanInvoiceCard.tsx'
import './Invoice.css'
import { InvoiceRequest } from './InvoiceRequest.tsx'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import { InvoiceView } from './InvoiceView.tsx'
import { useInvoiceFilters } from './filters.ts'
import { invoicePaths } from './paths.ts'
import { useRequestWords } from './requestWords.ts'
import { useInvoiceNext } from './states.ts'
import { useInvoiceWords } from './words.ts'

/** /train-manage/invoices: invoices of what a unit has paid, and the way to request one. */
export default function UnitInvoicePage() {
  const say = useRequestWords()
  const navigate = useViewNavigate()
  const isProvider = useIsProvider()
  const mayManage = useMay(issueCalls.list)
  const mayFees = useMay('/cms-manage/cms-order-manage')
  const [{ invoice, ask }, change] = useUrlState()
  const show = (id: string | null) => change({ invoice: id, ask: null }, 'push')
  if (isProvider && mayManage)
    return (
      <Empty
        title={say('officeHint')}
        action={<Button onClick={() => navigate(invoicePaths.office)}>{say('officeList')}</Button>}
      />
    )
  return (
    <div className="k-stack k-gap-4">
      {invoice ? (
        <InvoiceView
          key={invoice}
          id={invoice}
          isUnit
          orderLink={({ orderId, kind }) => {
            if (kind === 'batch') return `/train-manage/batch-pay-order?orderId=${orderId}`
            return mayFees ? `/cms-manage/cms-order-detail?id=${orderId}` : null
          }}
          onOther={show}
          onAll={() => show(null)}
        />
      ) : (
        <>
          <CanInvoiceCard onAsk={() => change({ ask: 'any' })} />
          <List onOpen={show} />
        </>
      )}
      <Sheet open={Boolean(ask)} onClose={() => change({ ask: null })} title={say('ask')}>
        <p className="k-muted k-small">{say('unitIntro')}</p>
        <InvoiceRequest orderId={ask === 'any' ? undefined : ask} isUnit onDone={show} />
      </Sheet>
    </div>
  )
}

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const say = useRequestWords()
  const ofInvoice = useInvoiceWords()
  const nextOf = useInvoiceNext('payer')
  const { keyword, status, colour } = useInvoiceFilters()
  return (
    <CrudTable
      call={invoiceCalls.list}
      empty={say('none')}
      filters={[keyword, status, colour]}
      columns={[
        {
          key: 'applyNo',
          title: ofInvoice('applyNo'),
          whole: true,
          render: (_, row) => (
            <CopyText text={row.applyNo} name={ofInvoice('applyNo')} onOpen={() => onOpen(row.id)} />
          ),
        },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => <InvoiceStatusTag invoice={row} />,
        },
        {
          key: 'next',
          title: say('next'),
          width: 260,
          card: 'line',
          render: (_, row) => {
            const { next, waitsFor } = nextOf(row)
            return `${next} ${waitsFor ?? ''}`
          },
        },
        { key: 'colour', title: ofInvoice('colour'), render: (_, row) => ofInvoice(row.colour) },
        { key: 'titleName', title: ofInvoice('titleName'), wide: true, card: 'line', dataIndex: 'titleName' },
        {
          key: 'amount',
          title: say('amount'),
          align: 'right',
          card: 'line',
          render: (_, row) => money(row.amount),
        },
        {
          key: 'number',
          title: ofInvoice('number'),
          whole: true,
          render: (_, row) => row.number && <CopyText text={row.number} name={ofInvoice('number')} />,
        },
        {
          key: 'orders',
          title: say('orders'),
          width: 200,
          render: (_, row) => row.orderNos.join(say('comma')),
        },
        { key: 'problem', title: ofInvoice('problem'), width: 200, dataIndex: 'problem' },
        {
          key: 'createdAt',
          title: ofInvoice('requestedAt'),
          render: (_, row) => <When at={row.createdAt} />,
        },
        {
          key: 'issuedAt',
          title: ofInvoice('issuedAt'),
          card: 'line',
          render: (_, row) => <When at={row.issuedAt} />,
        },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row) => <Link to={invoicePaths.ofUnit(row.id)}>{say('view')}</Link>,
        },
      ]}
    />
  )
}
