import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { type RowAction, RowActions } from '../../../web/shell/RowActions.tsx'
import { currentLocale } from '../../../web/words.ts'
import { type Approval, approvalCalls, type Bilingual } from '../contract.ts'
import { approvalStatuses, waitsFor } from '../rules.ts'
import './Approval.css'
import { useApprovalWords } from './words.ts'

const kinds = ['passes', 'examWithdrawal', 'examRelease', 'waiver'] as const
const colours = {
  proposed: 'orange',
  approved: 'gold',
  applied: 'green',
  undone: 'default',
  rejected: 'red',
  withdrawn: 'default',
} as const
const inLocale = (sentence: Bilingual) => sentence[currentLocale() === 'en' ? 'en' : 'zh']

/** What waits for a second person, or did: whom it concerns, why, and what the reader may do. */
export function ApprovalTable() {
  const say = useApprovalWords()
  const [asking, setAsking] = useState<{ step: 'reject' | 'undo'; row: Approval } | null>(null)
  const approve = useAction(approvalCalls.approve, {
    onDone: ({ leftOut: { length: count } }) =>
      count > 0
        ? notify('prompt', say('doneBut', { count }))
        : notify('success', say('done', { what: say('approve') })),
  })
  const withdraw = useAction(approvalCalls.withdraw, {
    onDone: () => notify('success', say('done', { what: say('withdraw') })),
  })

  function actionsOf(row: Approval): RowAction[] {
    const { id, reason } = row
    return row.steps.flatMap((step): RowAction[] => {
      switch (step) {
        case 'approve':
          return [
            {
              key: step,
              label: say(step),
              ask: {
                title: say('approveAsk'),
                text: say('approveText', { summary: inLocale(row.summary), reason }),
              },
              onClick: () => approve.mutate({ id }),
            },
          ]
        case 'withdraw':
          return [
            {
              key: step,
              label: say(step),
              ask: { title: say('withdrawAsk'), text: say('withdrawText') },
              onClick: () => withdraw.mutate({ id }),
            },
          ]
        case 'apply':
          return []
        default:
          return [{ key: step, label: say(step), danger: true, onClick: () => setAsking({ step, row }) }]
      }
    })
  }

  return (
    <>
      <CrudTable
        call={approvalCalls.findPageList}
        filters={[
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: approvalStatuses.map((value) => ({ value, label: say(value) })),
          },
          {
            name: 'kind',
            label: say('kind'),
            kind: 'select',
            options: kinds.map((value) => ({ value, label: say(value) })),
          },
        ]}
        columns={[
          { title: say('kind'), render: (_, row) => inLocale(row.summary) },
          { title: say('people'), render: (_, row) => <People row={row} /> },
          { title: say('reason'), render: (_, row) => <div className="approval-text">{row.reason}</div> },
          { title: say('status'), render: (_, row) => <State row={row} /> },
          { title: say('who'), render: (_, row) => <Staff row={row} /> },
          {
            title: say('action'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      />
      <ReasonModal asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

function People({ row: { names, count, leftOut } }: { row: Approval }) {
  const say = useApprovalWords()
  const form = count > names.length ? 'some' : count > 1 ? 'all' : 'one'
  return (
    <div className="approval-text">
      {say(form, { names: names.join('、'), count })}
      {leftOut.length > 0 && (
        <details className="approval-line">
          <summary>{say('leftOut', { count: leftOut.length })}</summary>
          {leftOut.map((one) => (
            <div key={one.name}>{say('leftOutLine', { name: one.name, why: inLocale(one) })}</div>
          ))}
        </details>
      )}
    </div>
  )
}

function State({ row }: { row: Approval }) {
  const say = useApprovalWords()
  return (
    <>
      <Tag color={colours[row.status]}>{say(row.status)}</Tag>
      {waitsFor(row) === 'second' && <div className="approval-line">{say('waitsSecond')}</div>}
      {row.decision && <div className="approval-text approval-line">{row.decision}</div>}
      {row.undoReason && <div className="approval-text approval-line">{row.undoReason}</div>}
      {row.steps.includes('undo') && row.undoUntil && (
        <div className="approval-line">{say('undoUntil', { time: dateTime(row.undoUntil) })}</div>
      )}
    </>
  )
}

function Staff({ row }: { row: Approval }) {
  const say = useApprovalWords()
  const steps = [
    ['proposedBy', row.proposed],
    ['decidedBy', row.decided],
    ['undoneBy', row.undone],
  ] as const
  return steps.map(
    ([word, someone]) =>
      someone && (
        <div key={word} className="approval-line">
          {say(word, { name: someone.name })} · {dateTime(someone.at)}
        </div>
      ),
  )
}

/** Asks why a proposal is rejected or undone. */
function ReasonModal({
  asking,
  onClose,
}: {
  asking: { step: 'reject' | 'undo'; row: Approval } | null
  onClose: () => void
}) {
  const say = useApprovalWords()
  const [form] = Form.useForm<{ reason: string }>()
  const step = asking?.step ?? 'reject'
  const done = {
    onDone() {
      notify('success', say('done', { what: say(step) }))
      onClose()
    },
  }
  const reject = useAction(approvalCalls.reject, done)
  const undo = useAction(approvalCalls.undo, done)
  const guard = useGuardedForm(onClose, asking !== null)
  const action = step === 'reject' ? reject : undo
  return (
    <Modal
      open={asking !== null}
      title={say(step === 'reject' ? 'rejectTitle' : 'undoTitle')}
      okText={say(step)}
      okButtonProps={{ danger: true }}
      cancelText={say('cancel')}
      confirmLoading={action.isPending}
      onCancel={guard.leave}
      afterClose={guard.forget}
      onOk={() => form.submit()}
      afterOpenChange={(open) => open && form.focusField('reason')}
      destroyOnHidden
    >
      {asking && <p>{inLocale(asking.row.summary)}</p>}
      <Form<{ reason: string }>
        name="approval-reason"
        form={form}
        layout="vertical"
        preserve={false}
        onValuesChange={guard.note}
        onFinish={({ reason }) => asking && action.mutate({ id: asking.row.id, reason })}
      >
        <Form.Item
          name="reason"
          label={say('why')}
          extra={say(step === 'reject' ? 'whyReject' : 'whyUndo')}
          rules={[{ required: true, whitespace: true, min: 4 }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
