import { useState } from 'react'
import { money } from '../../../web/format.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { Batch } from '../../../web/shell/list/BatchBar.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useStateName } from '../../../web/words.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useSettings } from '../../project/web/settings.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { type ManagedRefund, refundCalls, refundExports, refundKinds, refundStatuses } from '../contract.ts'
import { refundLifecycle } from '../rules.ts'
import { useFailureText } from './failureText.ts'
import './Refund.css'
import { RefundBatch } from './RefundBatch.tsx'
import { AwaitedRed } from './RefundEvidence.tsx'
import { RefundStatusTag } from './RefundStatusTag.tsx'
import { useRefundWords } from './words.ts'

const DoRefund = dialogPart(() => import('./DoRefund.tsx'))
const RejectRefund = dialogPart(() => import('./RejectRefund.tsx'))
const RefundDrawer = dialogPart(() => import('./RefundDrawer.tsx'))
const NewRefund = dialogPart(() => import('./NewRefund.tsx'))

/** Returns a remark on a refund: what a person has to know of it beside its state. */
function useRemark() {
  const say = useRefundWords()
  return (refund: ManagedRefund): string => {
    const { status, isProposed, offline, decision, deciderName } = refund
    if (isProposed) return say('proposed')
    if (offline) return say('paidOffline', { bank: offline.bank, day: offline.day })
    if (status === 'rejected') return `${deciderName ?? ''} ${decision ?? ''}`.trim()
    return deciderName ?? ''
  }
}

/** /invoice-manage/refund-list: requests to decide, what is on its way, what failed, and what went back. */
export default function RefundListPage() {
  const say = useRefundWords()
  const nameOf = useStateName(refundLifecycle)
  const remarkOf = useRemark()
  const failureText = useFailureText()
  const [{ refundOrder, refund: opened, status, stuck, page: _page, sort: _sort, ...others }, change] =
    useUrlState()
  const typeName = useClassTypeName()
  const { showClassType } = useSettings()
  const unit = useChosenUnit(others.unitId)
  // An empty queue is good news; a search in it that finds nothing is none.
  const isQueue = (status === 'applied' || stuck) && Object.keys(others).length === 0
  const [doing, setDoing] = useState<ManagedRefund | null>(null)
  const [rejected, setRejected] = useState<ManagedRefund | null>(null)
  const mayDo = useMay(refundCalls.do)
  const mayReject = useMay(refundCalls.reject)
  const mayRetry = useMay(refundCalls.retryNow)
  const { showReport, report } = useBatchReport()
  const batch: Batch<ManagedRefund> = {
    nameOf: (row) => row.refundNo,
    render: (selected, clear) => (
      <RefundBatch
        selected={selected}
        onResult={(result) => {
          showReport(result)
          clear()
        }}
      />
    ),
  }
  const retry = useAction(refundCalls.retryNow, { onDone: () => notify('success', say('retried')) })
  return (
    <>
      <CrudTable
        call={refundCalls.list}
        exportCall={refundExports.exportRefunds}
        {...(isQueue ? { emptyFiltered: say('allDone') } : {})}
        batch={(mayDo || mayReject) && batch}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: refundStatuses.map((value) => ({ value, label: nameOf(value) })),
          },
          {
            name: 'kind',
            label: say('type'),
            kind: 'select',
            options: refundKinds.map((value) => ({ value, label: say(value) })),
          },
          {
            name: 'stuck',
            label: say('toSeeTo'),
            kind: 'select',
            options: [{ value: 'true', label: say('stuck') }],
            meant: () => true,
          },
          { kind: 'money', from: 'amountFrom', to: 'amountTo', label: say('amount') },
          { kind: 'days', from: 'from', to: 'to', label: say('requested') },
          { kind: 'days', from: 'refundedFrom', to: 'refundedTo', label: say('refundedAt') },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
          {
            name: 'classType',
            label: say('classType'),
            kind: 'select',
            options: showClassType.map(({ key }) => ({ value: key, label: typeName(key) })),
          },
        ]}
        columns={[
          {
            key: 'refundNo',
            title: say('refundNo'),
            whole: true,
            render: (_, row) => (
              <CopyText
                text={row.refundNo}
                name={say('refundNo')}
                onOpen={() => change({ refund: row.id })}
              />
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <RefundStatusTag status={row.status} />
                {row.failure && <div className="crud-line">{failureText(row)}</div>}
                {row.waitsFor && (
                  <div className="crud-line">
                    <AwaitedRed refund={row} />
                  </div>
                )}
              </>
            ),
          },
          { key: 'amount', title: say('amount'), align: 'right', render: (_, row) => money(row.amount) },
          {
            key: 'payer',
            title: say('payer'),
            render: (_, row) => `${row.payerName} ${row.mobileMask ?? ''}`,
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          {
            key: 'classes',
            title: say('classes'),
            wide: true,
            render: (_, row) =>
              row.items.length === 0
                ? say('surplus')
                : [...new Set(row.items.map(({ name }) => name))].join(say('comma')),
          },
          {
            key: 'evidence',
            title: say('evidence'),
            render: (_, row) =>
              [
                ...row.items.map(({ progress, days }) =>
                  say('evidenceOf', { percent: Math.floor(progress / 100), days }),
                ),
                ...(row.times === null ? [] : [say('timesOf', { nth: row.times + 1 })]),
              ].join(say('comma')),
          },
          { key: 'reason', title: say('reason'), width: 180, render: (_, row) => row.reason },
          {
            key: 'remark',
            title: say('remark'),
            width: 180,
            render: (_, row) => (
              <>
                {remarkOf(row)}{' '}
                {row.proofPath && (
                  <a href={row.proofPath} target="_blank" rel="noreferrer">
                    {say('proof')}
                  </a>
                )}
              </>
            ),
          },
          { key: 'createdAt', title: say('requested'), render: (_, row) => <When at={row.createdAt} /> },
          { key: 'succeededAt', title: say('refundedAt'), render: (_, row) => <When at={row.succeededAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  mayDo &&
                    !row.isProposed &&
                    refundLifecycle.can(row.status, 'doOffline') && {
                      key: 'do',
                      label: say(row.status === 'failed' ? 'again' : 'do'),
                      onClick: () => setDoing(row),
                    },
                  mayRetry &&
                    refundLifecycle.can(row.status, 'retryNow') && {
                      key: 'retryNow',
                      label: say('retryNow'),
                      loading: retry.isPending && retry.variables.refundId === row.id,
                      onClick: () => retry.mutate({ refundId: row.id }),
                    },
                  mayReject &&
                    refundLifecycle.can(row.status, 'reject') && {
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
      {opened && <RefundDrawer id={opened} onClose={() => change({ refund: null })} />}
      {doing && <DoRefund refund={doing} onClose={() => setDoing(null)} />}
      {rejected && <RejectRefund refund={rejected} onClose={() => setRejected(null)} />}
      {refundOrder && mayDo && (
        <NewRefund orderId={refundOrder} onClose={() => change({ refundOrder: null })} />
      )}
    </>
  )
}
