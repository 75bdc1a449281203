import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useAction } from '../../../web/client.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { type Change, correctionCalls, type Proposal } from '../contract.ts'
import { type CorrectionKind, correctionKinds, needsSecond } from '../rules.ts'
import { ChangeInputs, type ForLearner } from './ChangeInputs.tsx'
import { ProofInput } from '../../file/web/ProofInput.tsx'
import { useCorrectionWords } from './words.ts'

interface Fields {
  kind: CorrectionKind
  change: Record<string, unknown>
  reason: string
  proof?: string
}

/** Returns the typed values as the call's input: hours in tenths, nothing for a number that stays. */
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
export default function CorrectionDrawer({
  learner,
  propose,
  onClose,
  onProposed,
}: {
  learner: ForLearner
  /** Proposes it with more than the correction, in place of the correction alone. */
  propose?: (proposal: Proposal) => Promise<{ id: string; second: boolean }>
  onClose: () => void
  /** With whether one person alone may go on with it: its dialog is opened then. */
  onProposed?: (id: string, isAlone: boolean) => void
}) {
  const say = useCorrectionWords()
  const alone = useAction(correctionCalls.propose, { quiet: true })
  return (
    <FormDrawer
      name="correction"
      title={say('proposeFor', { name: learner.name })}
      submit={say('submit')}
      values={{ kind: learner.kind ?? 'identity', change: {}, reason: '' } as Fields}
      inputs={{ hoursTenths: 'hours' }}
      onSave={({ kind, change, reason, proof }) => {
        const proposal = { change: changeOf(kind, change), reason, ...(proof ? { proof } : {}) }
        return propose?.(proposal) ?? alone.mutateAsync({ accountId: learner.accountId, ...proposal })
      }}
      success={({ second }) => say(second ? 'submitted' : 'submittedOwn')}
      onSaved={({ id, second }) => {
        onClose()
        onProposed?.(id, !second)
      }}
      onClose={onClose}
    >
      {learner && <ProposalInputs learner={learner} />}
    </FormDrawer>
  )
}

function ProposalInputs({ learner }: { learner: ForLearner }) {
  const say = useCorrectionWords()
  const form = Form.useFormInstance<Fields>()
  const kind = Form.useWatch('kind', form) ?? learner.kind ?? 'identity'
  return (
    <>
      <Form.Item name="kind" label={say('kind')}>
        <Radio.Group
          optionType="button"
          onChange={() => form.resetFields(['change'])}
          options={correctionKinds.map((value) => ({ value, label: say(value) }))}
        />
      </Form.Item>
      <Alert
        type={needsSecond(kind, false) ? 'warning' : 'info'}
        showIcon
        title={say(needsSecond(kind, false) ? 'second' : kind === 'identity' ? 'certified' : 'single')}
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
    </>
  )
}
