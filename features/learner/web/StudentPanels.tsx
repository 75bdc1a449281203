import { date, hours, money } from '../../../web/format.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { useBilingual, useStateName } from '../../../web/words.ts'
import { certificateLifecycle } from '../../certificate/contract.ts'
import { useCertificatePdf } from '../../certificate/web/certificatePdf.ts'
import { attemptLifecycle } from '../../exam/attempt/rules.ts'
import { differencesOf } from '../../operationLog/rules.ts'
import { useAuditNames } from '../../operationLog/web/auditNames.ts'
import { ChangedValue } from '../../operationLog/web/ChangedValue.tsx'
import { fieldWords } from '../../operationLog/web/words.ts'
import { OrderStatusTag } from '../../order/web/OrderStatusTag.tsx'
import type { OrderStatus } from '../../order/contract.ts'
import { paymentLifecycle } from '../../payment/rules.ts'
import { type StudentOperation, studentManageCalls } from '../../student/manage/contract.ts'
import { useReason } from '../../../web/reason.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

/** Every attempt at every exam of one learner. */
export function ExamsPanel({ accountId }: { accountId: string }) {
  const say = useLearnerWords()
  const stateName = useStateName(attemptLifecycle)
  return (
    <CrudTable
      call={studentManageCalls.findExamList}
      fixed={{ accountId }}
      filters={[
        {
          name: 'status',
          label: say('status'),
          kind: 'many',
          options: attemptLifecycle.states.map((value) => ({ value, label: stateName(value) })),
        },
        { kind: 'days', from: 'startedFrom', to: 'startedTo', label: say('started') },
      ]}
      columns={[
        { key: 'examName', title: say('exam'), wide: true, dataIndex: 'examName' },
        { key: 'className', title: say('class'), dataIndex: 'className' },
        {
          key: 'attempt',
          title: say('attempt'),
          render: (_, row) => `${row.number}${row.makeUp ? ` · ${say('makeUp')}` : ''}`,
        },
        { key: 'status', title: say('status'), card: 'tag', render: (_, row) => stateName(row.status) },
        {
          key: 'score',
          title: say('score'),
          align: 'right',
          render: (_, row) =>
            row.score !== null && (
              <>
                {row.score} / {row.total}
                {row.corrected !== 0 && (
                  <div className="crud-line">
                    {say('corrected', { points: row.corrected > 0 ? `+${row.corrected}` : row.corrected })}
                  </div>
                )}
              </>
            ),
        },
        {
          key: 'result',
          title: say('result'),
          render: (_, row) =>
            row.passed !== null && (
              <Tag color={row.passed ? 'green' : 'red'}>{say(row.passed ? 'passed' : 'notPassed')}</Tag>
            ),
        },
        { key: 'startedAt', title: say('started'), render: (_, row) => <When at={row.startedAt} /> },
      ]}
    />
  )
}

/** Orders of one learner, each with what was tried to pay it. */
export function OrdersPanel({ accountId }: { accountId: string }) {
  const say = useLearnerWords()
  const stateName = useStateName(paymentLifecycle)
  return (
    <CrudTable
      call={studentManageCalls.findOrderList}
      fixed={{ accountId }}
      columns={[
        { key: 'orderNo', title: say('orderNo'), dataIndex: 'orderNo' },
        {
          key: 'classes',
          title: say('classes'),
          wide: true,
          render: (_, row) => row.classNames.join(say('comma')),
        },
        { key: 'amount', title: say('amount'), align: 'right', render: (_, row) => money(row.amount) },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => <OrderStatusTag status={row.status as OrderStatus} />,
        },
        {
          key: 'payments',
          title: say('payments'),
          render: (_, row) =>
            row.payments.length === 0
              ? say('paymentNone')
              : row.payments.map((payment) => (
                  <div key={payment.id} className="crud-line">
                    {payment.outTradeNo} · {money(payment.amount)} · {stateName(payment.status)}
                  </div>
                )),
        },
        { key: 'createdAt', title: say('orderedAt'), render: (_, row) => <When at={row.createdAt} /> },
      ]}
    />
  )
}

const certificateColours = {
  valid: 'green',
  revoked: 'red',
  superseded: 'default',
} as const

/** Certificates of one learner, those revoked as well. */
export function CertificatesPanel({ accountId }: { accountId: string }) {
  const say = useLearnerWords()
  const stateName = useStateName(certificateLifecycle)
  const openPdf = useCertificatePdf()
  return (
    <CrudTable
      call={studentManageCalls.findCertificateList}
      fixed={{ accountId }}
      filters={[
        {
          name: 'status',
          label: say('status'),
          kind: 'many',
          options: certificateLifecycle.states.map((value) => ({ value, label: stateName(value) })),
        },
        { kind: 'days', from: 'issuedFrom', to: 'issuedTo', label: say('issued') },
      ]}
      columns={[
        { key: 'number', title: say('number'), dataIndex: 'number' },
        {
          key: 'class',
          title: say('class'),
          wide: true,
          render: (_, row) => `${row.className} · ${row.year}`,
        },
        {
          key: 'hoursTenths',
          title: say('hours'),
          align: 'right',
          render: (_, row) => hours(row.hoursTenths),
        },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => (
            <>
              <Tag color={certificateColours[row.status]}>{stateName(row.status)}</Tag>
              {row.revokeReason && <div className="crud-line">{row.revokeReason}</div>}
              {row.printCount > 0 && (
                <div className="crud-line">{say('printed', { count: row.printCount })}</div>
              )}
            </>
          ),
        },
        {
          key: 'issuedAt',
          title: say('issued'),
          render: (_, row) => (
            <>
              <When at={row.issuedAt} />
              {row.firstIssued && (
                <div className="crud-line">{say('firstIssued', { date: date(row.firstIssued) })}</div>
              )}
            </>
          ),
        },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row) => (
            <RowActions
              actions={[
                openPdf !== null &&
                  row.status === 'valid' && {
                    key: 'pdf',
                    label: say('openPdf'),
                    onClick: () => openPdf(row.id),
                  },
                {
                  key: 'check',
                  label: say('check'),
                  onClick: () => void window.open(`/check/${row.verifyCode}`, '_blank', 'noreferrer'),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

/** Actions on one learner and by the learner, with the changes they made. */
export function HistoryPanel({ accountId }: { accountId: string }) {
  const say = useLearnerWords()
  const sayReason = useReason()
  const { actionName } = useAuditNames()
  return (
    <CrudTable
      call={studentManageCalls.findOperationList}
      fixed={{ accountId }}
      columns={[
        { key: 'createdAt', title: say('time'), render: (_, row) => <When at={row.createdAt} /> },
        {
          key: 'who',
          title: say('who'),
          render: (_, row) => (row.own ? say('self') : (row.actorName ?? say('system'))),
        },
        {
          key: 'action',
          title: say('action'),
          render: (_, row) => actionName(row.action),
        },
        { key: 'changes', title: say('changes'), render: (_, row) => <Changes action={row} /> },
        {
          key: 'reason',
          title: say('reason'),
          render: (_, row) => <div className="learner-change">{sayReason(row.reason)}</div>,
        },
      ]}
    />
  )
}

/** Only an operation with a `before` changed something. */
function Changes({ action }: { action: StudentOperation }) {
  const pick = useBilingual()
  const { nameOf, valueOf } = useFieldValue()
  if (action.before === null) return null
  const wordOf = (key: string) => (fieldWords[key] ? pick(...fieldWords[key]) : nameOf(key))
  const shown = (key: string, value: unknown) =>
    typeof value === 'string' || value === null ? valueOf(key, value) : value
  const hidden = [
    'correctionId',
    'kind',
    'title',
    'unitId',
    'change',
    'year',
    'classType',
    'attribute',
    'revision',
  ]
  return (
    <div className="learner-change">
      {differencesOf(action.before, action.after)
        .filter(({ path }) => !hidden.includes(path[0]!))
        .map(({ path, before, after }) => {
          const key = path.at(-1)!
          return (
            <div key={path.join('.')}>
              {path.map(wordOf).join(' · ')}{' '}
              <ChangedValue value={shown(key, before)} other={shown(key, after)} /> →{' '}
              <ChangedValue value={shown(key, after)} other={shown(key, before)} isNew />
            </div>
          )
        })}
    </div>
  )
}
