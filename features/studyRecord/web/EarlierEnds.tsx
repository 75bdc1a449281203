import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { classEndCalls, type EarlierEnds as Ends } from '../../enrolment/classEnd/contract.ts'
import { permissionOf } from './enrolmentActions.ts'
import { useStudyRecordWords } from './words.ts'

/** Shows how many learners of a class still end earlier than the class does by now, and offers to extend them all. */
export function EarlierEnds({ classId }: { classId: string }) {
  const say = useStudyRecordWords()
  const may = useMay(permissionOf.extend)
  const { data: ends } = useCall(classEndCalls.findEarlierEnds, { classId }, { enabled: may })
  const [open, setOpen] = useState(false)
  if (!ends || ends.count === 0) return null
  const [from, to] = [dateTime(ends.from!), dateTime(ends.to!)]
  return (
    <>
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 12 }}
        title={say(from === to ? 'endsEarlierOn' : 'endsEarlier', { count: ends.count, from, to })}
        description={ends.ended > 0 && say('endsOver', { count: ends.ended })}
        action={<Button onClick={() => setOpen(true)}>{say('endsExtend')}</Button>}
      />
      {open && <ExtendDialog classId={classId} ends={ends} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExtendDialog({ classId, ends, onClose }: { classId: string; ends: Ends; onClose: () => void }) {
  const say = useStudyRecordWords()
  const extend = useAction(classEndCalls.extendClassLearners, { quiet: true })
  return (
    <FormDialog
      name="extend-class"
      title={say('endsConfirm', { count: ends.count })}
      submit={say('extend')}
      values={{ reason: '' }}
      onSave={({ reason }) => extend.mutateAsync({ classId, reason })}
      success={({ extended }) => say('endsExtended', { count: extended })}
      onClose={onClose}
    >
      <p>{ends.until ? say('endsUntil', { until: dateTime(ends.until) }) : say('endsNever')}</p>
      <p>{say('extendHint')}</p>
      <Form.Item
        name="reason"
        label={say('reason')}
        extra={say('reasonHint')}
        rules={[{ required: true, whitespace: true, min: 2 }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
