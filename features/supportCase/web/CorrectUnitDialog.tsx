import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction, useCall } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { supportCaseCalls } from '../contract.ts'
import { useSupportCaseWords } from './words.ts'

/** Learner to be moved, and the registered problem that is settled with it. */
export interface ToMove {
  accountId: string
  name: string
  exceptionId?: string
}

/** Puts a learner into another unit; first shows what continues and what stays. */
export default function CorrectUnitDialog({ learner, onClose }: { learner: ToMove; onClose: () => void }) {
  const say = useSupportCaseWords()
  const save = useAction(supportCaseCalls.saveAccountUnitId, { quiet: true })
  return (
    <FormDialog<{ unitId?: string; reason: string }, unknown>
      name="move"
      title={say('moveTitle', { name: learner.name })}
      values={{ reason: '' }}
      onSave={({ unitId, reason }) =>
        save.mutateAsync({
          accountId: learner.accountId,
          unitId: unitId!,
          reason,
          ...(learner.exceptionId ? { exceptionId: learner.exceptionId } : {}),
        })
      }
      success={say('moved')}
      onClose={onClose}
    >
      <Form.Item name="unitId" label={say('to')} rules={[{ required: true, message: say('toNeeded') }]}>
        <UnitPicker />
      </Form.Item>
      <Effect accountId={learner.accountId} />
      <Form.Item
        name="reason"
        label={say('reason')}
        extra={say('reasonHint')}
        rules={[{ required: true, whitespace: true, min: 4 }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}

function Effect({ accountId }: { accountId: string }) {
  const say = useSupportCaseWords()
  const unitId = Form.useWatch<string | undefined>('unitId')
  const { data } = useCall(
    supportCaseCalls.previewUnit,
    { accountId, unitId: unitId! },
    { enabled: unitId !== undefined },
  )
  if (!unitId || !data) return null
  const lines = [
    say('effectFrom', { from: data.from ?? say('effectNone'), to: data.to }),
    ...(data.live > 0 ? [say('effectLive', { count: data.live })] : []),
    ...(data.ofUnit > 0 ? [say('effectUnit', { count: data.ofUnit })] : []),
    ...(data.unpaid > 0 ? [say('effectUnpaid', { count: data.unpaid })] : []),
    ...(data.toConfirm ? [say('effectConfirm')] : []),
    say('effectSeen'),
  ]
  return (
    <Alert
      type="info"
      style={{ marginBottom: 16 }}
      title={say('effect')}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  )
}
