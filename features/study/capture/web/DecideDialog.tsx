import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { duration } from '../../../../web/howLong.ts'
import { notify } from '../../../../web/notice.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { type Capture, captureCalls } from '../contract.ts'
import { captureLifecycle, type CaptureResult, captureResults } from '../rules.ts'
import { useCaptureWords } from './words.ts'

interface Values {
  result: CaptureResult | undefined
  reason: string
}

const eventOf = { accepted: 'accept', failed: 'reject' } as const

/** Gives a check another result with the reason, after showing what that does. */
export default function DecideDialog({ capture, onClose }: { capture: Capture; onClose: () => void }) {
  const say = useCaptureWords()
  const settle = useAction(captureCalls.updateCaptureJson, { quiet: true })
  return (
    <FormDialog<Values, null>
      name="decide-capture"
      title={say('decideTitle')}
      submit={say('decide')}
      values={{ result: undefined, reason: '' }}
      onSave={({ result, reason }) =>
        settle.mutateAsync({ captureId: capture.id, from: capture.state, result: result!, reason })
      }
      onSaved={() => {
        onClose()
        notify('success', say('decided'))
      }}
      onClose={onClose}
    >
      {capture.appeal && (
        <p>
          <strong>{say('appealText')}</strong> {capture.appeal}
        </p>
      )}
      <Form.Item name="result" label={say('result')} rules={[{ required: true }]}>
        <Radio.Group
          options={captureResults
            .filter((result) => captureLifecycle.can(capture.state, eventOf[result]))
            .map((value) => ({ value, label: say(eventOf[value]) }))}
        />
      </Form.Item>
      <Effect captureId={capture.id} />
      <Form.Item
        name="reason"
        label={say('reason')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('appealShort') }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}

/** Consequences of the result that is chosen. */
function Effect({ captureId }: { captureId: string }) {
  const say = useCaptureWords()
  const result = Form.useWatch<Values['result']>('result')
  const { data } = useCall(
    captureCalls.previewCaptureChange,
    { captureId, result: result! },
    { enabled: result !== undefined, staleTime: 0 },
  )
  if (!data || result === undefined) return null
  const lines = [
    say('effectMisses', {
      before: data.missesBefore,
      after: data.missesAfter,
      limit: data.missesAllowed,
    }),
    ...(data.stopsAfter && !data.stopsBefore ? [say('effectStops')] : []),
    ...(data.stopsBefore && !data.stopsAfter ? [say('effectGoesOn')] : []),
    say('effectSeconds', {
      counted: duration(data.countedSeconds),
      refused: duration(data.refusedSeconds),
    }),
    data.passedAt ? say('effectPass', { time: dateTime(data.passedAt) }) : say('effectNoPass'),
    ...(data.certificate ? [say('effectCertificate', { number: data.certificate })] : []),
  ]
  return (
    <ul role="status">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
