import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Space from 'antd/es/space'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { type Change, correctionCalls } from '../contract.ts'
import { type CorrectionKind, correctionKinds, needsSecond } from '../rules.ts'
import { ChangeInputs, type ForLearner } from './ChangeInputs.tsx'
import { ProofInput } from './ProofInput.tsx'
import { useCorrectionWords } from './words.ts'

interface Fields {
  kind: CorrectionKind
  change: Record<string, unknown>
  reason: string
  proof?: string
}

/** What was typed, as the call takes it: hours in tenths, nothing for a number that stays. */
function changeOf(kind: CorrectionKind, typed: Record<string, unknown>): Change {
  if (kind === 'identity') {
    const { realName, cardNumber } = typed as { realName: string; cardNumber?: string }
    return {
      kind,
      realName: realName.trim(),
      ...(cardNumber?.trim() ? { cardNumber: cardNumber.trim() } : {}),
    }
  }
  if (kind === 'unit') return { kind, unitId: (typed.unitId as string | undefined) ?? null }
  if (kind === 'hours') return { kind, ...typed, hoursTenths: Math.round(Number(typed.hours) * 10) } as Change
  return { kind, ...typed } as Change
}

/** Proposes a change of what is on record about one learner; nothing changes until it is applied. */
export function CorrectionDrawer({
  learner,
  onClose,
  onProposed,
}: {
  learner: ForLearner | null
  onClose: () => void
  onProposed?: (id: string) => void
}) {
  const say = useCorrectionWords()
  const guard = useGuardedForm(onClose, learner !== null)
  return (
    <Drawer
      open={learner !== null}
      onClose={guard.leave}
      afterOpenChange={(open) => !open && guard.forget()}
      size="min(560px, 100vw)"
      title={say('proposeFor', { name: learner?.name ?? '' })}
      destroyOnHidden
    >
      {learner && (
        <ProposalForm
          learner={learner}
          onNote={guard.note}
          onCancel={guard.leave}
          onDone={(id, kind) => {
            notify('success', say(needsSecond(kind) ? 'submitted' : 'submittedOwn'))
            guard.forget()
            onProposed?.(id)
            onClose()
          }}
        />
      )}
    </Drawer>
  )
}

function ProposalForm({
  learner,
  onNote,
  onCancel,
  onDone,
}: {
  learner: ForLearner
  onNote: () => void
  onCancel: () => void
  onDone: (id: string, kind: CorrectionKind) => void
}) {
  const say = useCorrectionWords()
  const [form] = Form.useForm<Fields>()
  const propose = useAction(correctionCalls.propose)
  const kind = Form.useWatch('kind', form) ?? learner.kind ?? 'identity'

  function submit({ change, reason, proof }: Fields) {
    propose.mutate(
      { accountId: learner.accountId, change: changeOf(kind, change), reason, ...(proof ? { proof } : {}) },
      {
        onSuccess: ({ id }) => onDone(id, kind),
        onError({ field, message }) {
          if (!field) return
          const path = field.replace('hoursTenths', 'hours').split('.')
          form.setFields([{ name: path as never, errors: [message] }])
          form.scrollToField(path as never, { focus: true })
        },
      },
    )
  }
  return (
    <Form<Fields>
      name="correction"
      form={form}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={{ kind: learner.kind ?? 'identity', change: {}, reason: '' }}
      onValuesChange={(changed) => {
        onNote()
        if ('kind' in changed) form.resetFields(['change'])
      }}
      onFinish={submit}
    >
      <Form.Item name="kind" label={say('kind')}>
        <Radio.Group
          optionType="button"
          options={correctionKinds.map((value) => ({ value, label: say(value) }))}
        />
      </Form.Item>
      <Alert
        type={needsSecond(kind) ? 'warning' : 'info'}
        showIcon
        title={say(needsSecond(kind) ? 'second' : 'single')}
        style={{ marginBottom: 16 }}
      />
      <ChangeInputs key={kind} kind={kind} learner={learner} />
      <Form.Item
        name="reason"
        label={say('reason')}
        extra={say('reasonHint')}
        rules={[{ required: true, whitespace: true, min: 4 }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="proof" label={say('proof')} extra={say('proofHint')}>
        <ProofInput />
      </Form.Item>
      <Space>
        <Button type="primary" htmlType="submit" loading={propose.isPending}>
          {say('submit')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </Space>
    </Form>
  )
}
