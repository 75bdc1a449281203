import Descriptions from 'antd/es/descriptions'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useAction, useCall } from '../../../../web/client.ts'
import { clock, dateTime } from '../../../../web/format.ts'
import { duration } from '../../../../web/howLong.ts'
import { notify } from '../../../../web/notice.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { useBilingual, useStateName } from '../../../../web/words.ts'
import { captureKindNames } from '../../../project/rules.ts'
import { type Capture, captureCalls } from '../contract.ts'
import { captureLifecycle, type CaptureResult, captureResults } from '../rules.ts'
import { useCaptureWords } from './words.ts'

/** The learner whose checks these are, and the class. */
export interface CheckedLearner {
  realName: string
  unitName: string | null
  className: string
}

interface Values {
  result: CaptureResult | undefined
  reason: string
}

const eventOf = { accepted: 'accept', failed: 'reject' } as const

/** Gives a check another result with the reason, after showing whose and which it is and what the result does. */
export default function DecideDialog({
  capture,
  of,
  onClose,
}: {
  capture: Capture
  of: CheckedLearner
  onClose: () => void
}) {
  const say = useCaptureWords()
  const pick = useBilingual()
  const stateName = useStateName(captureLifecycle)
  const kind = captureKindNames[capture.kind]
  const facts = {
    learner: [of.realName, of.unitName].filter(Boolean).join(' · '),
    class: of.className,
    video: `${capture.title} · ${say('atPlace', { place: clock(capture.at) })}`,
    toldAt: dateTime(capture.toldAt),
    answeredAt: capture.answeredAt ? dateTime(capture.answeredAt) : say('notAnswered'),
    kind: pick(kind.zh, kind.en),
    ...(capture.likeness !== null && { likeness: `${capture.likeness}%` }),
    now: stateName(capture.state),
    ...(capture.appeal && { appealText: capture.appeal }),
  }
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
      <Descriptions
        bordered
        size="small"
        column={1}
        styles={{ label: { width: 112 } }}
        items={Object.entries(facts).map(([key, children]) => ({
          key,
          label: say(key as keyof typeof facts),
          children,
        }))}
      />
      <Form.Item name="result" label={say('result')} rules={[{ required: true }]}>
        <Radio.Group
          options={captureResults
            .filter((result) => captureLifecycle.can(capture.state, eventOf[result]))
            .map((value) => ({ value, label: say(`${eventOf[value]}As`) }))}
        />
      </Form.Item>
      <Effect captureId={capture.id} />
      <Form.Item
        name="reason"
        label={say('reason')}
        extra={say('reasonSeen')}
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
  if (result === undefined) return <p className="k-muted">{say('effectFirst')}</p>
  if (!data) return null
  const lines = [
    say(data.missesBefore === data.missesAfter ? 'effectSameMisses' : 'effectMisses', {
      before: data.missesBefore,
      after: data.missesAfter,
      limit: data.missesAllowed,
    }),
    ...(data.stopsAfter && !data.stopsBefore ? [say('effectStops')] : []),
    ...(data.stopsBefore && !data.stopsAfter ? [say('effectGoesOn')] : []),
    say('effectCounted', { counted: duration(data.countedSeconds) }),
    ...(data.refusedSeconds > 0 ? [say('effectRefused', { refused: duration(data.refusedSeconds) })] : []),
    data.passedAt ? say('effectPass', { time: dateTime(data.passedAt) }) : say('effectNoPass'),
    ...(data.certificate ? [say('effectCertificate', { number: data.certificate })] : []),
  ]
  return (
    <div role="status">
      <strong>{say('effects')}</strong>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
