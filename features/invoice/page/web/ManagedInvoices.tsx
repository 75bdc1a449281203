import { invoiceKinds } from '../../../../contract/invoicing.ts'
import { useState } from 'react'
import { money } from '../../../../web/format.ts'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import type { Batch } from '../../../../web/shell/list/BatchBar.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../../web/words.ts'
import { useBatchReport } from '../../../batch/web/BatchReport.tsx'
import { UnitPicker, useChosenUnit } from '../../../unit/web/UnitPicker.tsx'
import { issueCalls, issueExports, type ManagedInvoice } from '../../issue/contract.ts'
import { redCalls } from '../../red/contract.ts'
import { blueLifecycle, redReasons } from '../../rules.ts'
import { useInvoiceFilters } from './filters.ts'
import { InvoiceBatch } from './InvoiceBatch.tsx'
import { InvoiceStatusTag } from './InvoiceStatusTag.tsx'
import { useOfficeWords } from './officeWords.ts'
import { useInvoiceNext } from './states.ts'
import { useInvoiceWords } from './words.ts'

const RejectInvoice = dialogPart(() => import('./RejectInvoice.tsx'))

/** True if a blue invoice's state has an event; a red one goes its own way. */
const isBlueWith = (row: ManagedInvoice, event: 'open' | 'reject') =>
  row.colour === 'blue' && blueLifecycle.can(row.status as 'requested', event)

/** Invoices of both colours with what each waits for, and what is done with many. */
export function ManagedInvoices() {
  const say = useOfficeWords()
  const ofInvoice = useInvoiceWords()
  const either = useBilingual()
  const nextOf = useInvoiceNext('office')
  const { keyword, status, colour } = useInvoiceFilters()
  const [
    { status: chosen, stuck, unitId, orderId, page: _page, sort: _sort, view: _view, ...others },
    change,
  ] = useUrlState()
  // An empty queue is good news; a search in it that finds nothing is none.
  const isQueue = (chosen === 'requested' || stuck) && !unitId && !orderId && Object.keys(others).length === 0
  const unit = useChosenUnit(unitId)
  const mayOpen = useMay(issueCalls.open)
  const mayMark = useMay(issueCalls.markAll)
  const mayRed = useMay(redCalls.redInvoiceBatch)
  const [rejected, setRejected] = useState<ManagedInvoice | null>(null)
  const open = useAction(issueCalls.open, { onDone: () => notify('success', say('opened')) })
  const refresh = useAction(issueCalls.refreshFullOpen, {
    onDone: ({ count }) => notify('success', say('refreshed', { count })),
  })
  const { showReport, report } = useBatchReport()
  const batch: Batch<ManagedInvoice> = {
    nameOf: (row) => `${row.applyNo} ${row.titleName}`,
    render: (selected, clear, rows) => (
      <InvoiceBatch
        selected={selected}
        rows={rows}
        onResult={(result) => {
          showReport(result)
          clear()
        }}
      />
    ),
  }
  return (
    <>
      <CrudTable
        call={issueCalls.list}
        {...(orderId ? { fixed: { orderId } } : {})}
        exportCall={issueExports.exportAll}
        empty={say('noInvoices')}
        {...(isQueue ? { emptyFiltered: say('allDone') } : {})}
        batch={(mayOpen || mayMark || mayRed) && batch}
        toolbar={
          mayOpen && (
            <Button loading={refresh.isPending} onClick={() => refresh.mutate({})}>
              {say('refreshAll')}
            </Button>
          )
        }
        filters={[
          keyword,
          status,
          {
            name: 'stuck',
            label: say('toSeeTo'),
            kind: 'select',
            options: [{ value: 'true', label: say('stuck') }],
            meant: () => true,
          },
          colour,
          {
            name: 'kind',
            label: say('kindShort'),
            kind: 'select',
            options: invoiceKinds.map((value) => ({ value, label: ofInvoice(value) })),
          },
          { name: 'unitId', label: say('unitBelow'), kind: 'select', input: <UnitPicker />, options: unit },
          { kind: 'money', from: 'amountFrom', to: 'amountTo', label: say('amount') },
          { kind: 'days', from: 'from', to: 'to', label: ofInvoice('requestedAt') },
          { kind: 'days', from: 'issuedFrom', to: 'issuedTo', label: ofInvoice('issuedAt') },
        ]}
        columns={[
          {
            key: 'applyNo',
            title: ofInvoice('applyNo'),
            whole: true,
            render: (_, row) => (
              <CopyText
                text={row.applyNo}
                name={ofInvoice('applyNo')}
                onOpen={() => change({ invoice: row.id })}
              />
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <InvoiceStatusTag invoice={row} />
                <div className="crud-line">{nextOf(row).waitsFor}</div>
              </>
            ),
          },
          {
            key: 'colour',
            title: ofInvoice('colour'),
            render: (_, row) => (
              <>
                {ofInvoice(row.colour)} <div className="crud-line">{ofInvoice(row.kind)}</div>
              </>
            ),
          },
          {
            key: 'titleName',
            title: ofInvoice('titleName'),
            wide: true,
            render: (_, row) => (
              <>
                {row.titleName} <div className="crud-line">{row.taxNo}</div>
              </>
            ),
          },
          {
            key: 'amount',
            title: say('amount'),
            align: 'right',
            render: (_, row) => money(row.amount),
          },
          {
            key: 'payer',
            title: say('paidBy'),
            render: (_, row) => [row.payerName, row.mobileMask].filter(Boolean).join(' '),
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          {
            key: 'problem',
            title: ofInvoice('problem'),
            width: 220,
            render: (_, row) =>
              [
                row.problem,
                row.failureCode && say('failureCode', { code: row.failureCode }),
                row.advice && say('adviceOf', { advice: row.advice }),
              ]
                .filter(Boolean)
                .join(' · '),
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
          {
            key: 'redReason',
            title: ofInvoice('redReason'),
            render: (_, row) =>
              row.redReason && either(redReasons[row.redReason].zh, redReasons[row.redReason].en),
          },
          { key: 'refundNo', title: say('refundNo'), whole: true, dataIndex: 'refundNo' },
          { key: 'applicantName', title: say('applicant'), dataIndex: 'applicantName' },
          { key: 'deciderName', title: say('decider'), dataIndex: 'deciderName' },
          {
            key: 'createdAt',
            title: ofInvoice('requestedAt'),
            render: (_, row) => <When at={row.createdAt} />,
          },
          { key: 'issuedAt', title: ofInvoice('issuedAt'), render: (_, row) => <When at={row.issuedAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  mayOpen &&
                    isBlueWith(row, 'open') && {
                      key: 'open',
                      label: say('open'),
                      loading: open.isPending && open.variables.id === row.id,
                      onClick: () => open.mutate({ id: row.id }),
                    },
                  {
                    key: 'view',
                    label: say('view'),
                    opens: true,
                    onClick: () => change({ invoice: row.id }),
                  },
                  mayOpen &&
                    isBlueWith(row, 'reject') && {
                      key: 'reject',
                      label: say('reject'),
                      danger: true,
                      onClick: () => setRejected(row),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {report}
      {rejected && (
        <RejectInvoice id={rejected.id} name={rejected.titleName} onClose={() => setRejected(null)} />
      )}
    </>
  )
}
