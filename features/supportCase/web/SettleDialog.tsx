import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../web/client.ts'
import { useReason } from '../../../web/reason.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { type ExceptionRow, supportCaseCalls } from '../contract.ts'
import { useSupportCaseWords } from './words.ts'

export type Event = 'resolve' | 'dismiss' | 'reopen'

/** Asks what became of a registered problem. */
export default function SettleDialog({
  row,
  event,
  correction,
  onDone,
  onClose,
}: {
  row: ExceptionRow
  event: Event
  /** Opens the correction that mends it; false where none does. */
  correction: RowAction | false
  onDone: () => void
  onClose: () => void
}) {
  const say = useSupportCaseWords()
  const sayReason = useReason()
  const settle = useAction(supportCaseCalls.settle, { quiet: true })
  const titles = { resolve: 'resolveTitle', dismiss: 'dismissTitle', reopen: 'reopenTitle' } as const
  return (
    <FormDialog
      name="settle"
      title={`${say(titles[event])} · ${row.realName}`}
      submit={say(titles[event])}
      values={{ outcome: '' }}
      onSave={({ outcome }) => settle.mutateAsync({ id: row.id, event, outcome })}
      onSaved={() => {
        onClose()
        onDone()
      }}
      success={say('saved')}
      onClose={onClose}
    >
      <p>{sayReason(row.note)}</p>
      {event === 'resolve' && correction && row.correctionStatus !== 'applied' && (
        <Alert
          type="info"
          title={say('nothingCorrected')}
          action={
            <Button
              size="small"
              onClick={() => {
                onClose()
                correction.onClick()
              }}
            >
              {correction.label}
            </Button>
          }
          style={{ marginBottom: 16 }}
        />
      )}
      <Form.Item
        name="outcome"
        label={say('outcome')}
        extra={say('outcomeHint')}
        rules={[{ required: true, whitespace: true, min: 2 }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
